import { parsePlay } from './play.ts';

// Dramas and thrillers of the twentieth century and later.

export const winslowBoy = parsePlay(
  'The Winslow Boy',
  'Terence Rattigan',
  'Drama',
  `m16 Ronnie Winslow; f45 Violet; m60 Arthur Winslow; f52 Grace Winslow; m21 Dickie Winslow; f29 Catherine Winslow;
  m32 John Watherstone; m46 Desmond Curry; f34 Miss Barnes; m40 Fred; m42 Sir Robert Morton`,
);

export const roots = parsePlay(
  'Roots',
  'Arnold Wesker',
  'Drama',
  `f30 Jenny Beales; m32 Jimmy Beales; f22 Beatie Bryant; m65 Stan Mann; f52 Mrs Bryant; m55 Mr Bryant; m50 Mr Healey;
  m34 Frankie Bryant; f32 Pearl Bryant`,
);

export const tasteOfHoney = parsePlay(
  'A Taste of Honey',
  'Shelagh Delaney',
  'Drama',
  'f40 Helen; f18 Jo; m36 Peter; m22 The Boy; m21 Geoffrey',
);

export const theCrucible = parsePlay(
  'The Crucible',
  'Arthur Miller',
  'Drama',
  `m45 Reverend Parris; f17 Betty Parris; f45 Tituba; f18 Abigail Williams; f17 Susanna Walcott; f45 Mrs Ann Putnam;
  m50 Thomas Putnam; f18 Mercy Lewis; f18 Mary Warren; m36 John Proctor; f70 Rebecca Nurse; m78 Giles Corey;
  m38 Reverend John Hale; f34 Elizabeth Proctor; m70 Francis Nurse; m40 Ezekiel Cheever; m50 Marshal Herrick;
  m60 Judge Hathorne; m62 Deputy Governor Danforth; f60 Sarah Good; m40 Hopkins`,
  'A Play in Four Acts',
);

export const underMilkWood = parsePlay(
  'Under Milk Wood',
  'Dylan Thomas',
  'Drama',
  `a45 First Voice; a40 Second Voice; m70 Captain Cat; f30 Rosie Probert and Mae Rose Cottage; f26 Polly Garter;
  f55 Mrs Ogmore-Pritchard; m60 Mr Ogmore and Organ Morgan; m58 Mr Pritchard and Mr Pugh; f52 Mrs Pugh and Mrs Organ Morgan;
  m60 The Reverend Eli Jenkins; f30 Myfanwy Price; m35 Mog Edwards; m40 Dai Bread and Butcher Beynon;
  f34 Mrs Dai Bread One and Mrs Beynon; f30 Mrs Dai Bread Two and Lily Smalls; f26 Gossamer Beynon; m40 Sinbad Sailors;
  m45 Willy Nilly and Evans the Death; f45 Mrs Willy Nilly and Mrs Cherry Owen; m30 Nogood Boyo and Cherry Owen;
  m75 Lord Cut-Glass; f80 Mary Ann Sailors; m68 Utah Watkins and Ocky Milkman`,
  'A Play for Voices',
);

export const ourCountrysGood = parsePlay(
  'Our Country’s Good',
  'Timberlake Wertenbaker',
  'Drama',
  `m45 Captain Arthur Phillip and John Wisehammer; m45 Major Robbie Ross and Ketch Freeman;
  m40 Captain David Collins and Robert Sideway; m35 Captain Watkin Tench; m28 Second Lieutenant Ralph Clark;
  m42 Midshipman Harry Brewer; m40 Captain Jemmy Campbell and John Arscott; a35 Reverend Johnson and Meg Long;
  a28 Lieutenant Will Dawes and Liz Morden; a30 Lieutenant George Johnston and Mary Brenham;
  a24 Second Lieutenant William Faddy and Dabby Bryant; f22 Duckling Smith; m30 Black Caesar; a40 An Aboriginal Australian`,
);

export const topGirls = parsePlay(
  'Top Girls',
  'Caryl Churchill',
  'Drama',
  `f36 Marlene; f50 Isabella Bird, Mrs Kidd and Joyce; f32 Lady Nijo and Win; f17 Dull Gret and Angie;
  f40 Pope Joan and Louise; f30 Patient Griselda and Nell; f21 Waitress, Jeanine and Shona; f16 Kit`,
);

export const steelMagnolias = parsePlay(
  'Steel Magnolias',
  'Robert Harling',
  'Drama',
  'f40 Truvy; f20 Annelle; f66 Clairee; f24 Shelby; f48 M’Lynn; f66 Ouiser',
);

export const memoryOfWater = parsePlay(
  'The Memory of Water',
  'Shelagh Stephenson',
  'Drama',
  'f39 Mary; f45 Vi; f42 Teresa; f33 Catherine; m40 Mike; m44 Frank',
);

export const dancingAtLughnasa = parsePlay(
  'Dancing at Lughnasa',
  'Brian Friel',
  'Drama',
  'm35 Michael; f40 Kate; f38 Maggie; f35 Agnes; f32 Rose; f26 Chris; m33 Gerry; m53 Jack',
);

export const twelveAngryMen = parsePlay(
  'Twelve Angry Men',
  'Reginald Rose',
  'Drama',
  `a40 Juror 8; a52 Juror 3; a55 Juror 10; a45 Juror 4; a72 Juror 9; a38 Foreman of the jury; a30 Juror 2; a28 Juror 5;
  a42 Juror 6; a40 Juror 7; a48 Juror 11; a30 Juror 12; a45 Guard; m60 The judge’s voice`,
);

export const thrillOfLove = parsePlay(
  'The Thrill of Love',
  'Amanda Whittington',
  'Drama',
  'f28 Ruth Ellis; f50 Sylvia Shaw; f24 Vickie Martin; f45 Doris Judd; m45 Jack Gale',
);

export const talkingHeads = parsePlay(
  'Talking Heads',
  'Alan Bennett',
  'Drama',
  `f36 Susan (Bed Among the Lentils); m45 Graham (A Chip in the Sugar); f58 Miss Ruddock (A Lady of Letters);
  f32 Lesley (Her Big Chance); f75 Doris (A Cream Cracker Under the Settee)`,
);

export const journeysEnd = parsePlay(
  'Journey’s End',
  'R. C. Sherriff',
  'Drama',
  `m22 Captain Stanhope; m45 Lieutenant Osborne; m40 Second Lieutenant Trotter; m22 Second Lieutenant Hibbert;
  m18 Second Lieutenant Raleigh; m50 The Colonel; m45 The Company Sergeant-Major; m38 Private Mason; m38 Captain Hardy;
  m19 A young German soldier; m35 Lance-Corporal Broughton`,
  'A Play in Three Acts',
);

export const theWeir = parsePlay(
  'The Weir',
  'Conor McPherson',
  'Drama',
  'm55 Jack; m34 Brendan; m42 Jim; m48 Finbar; f34 Valerie',
);

export const deepBlueSea = parsePlay(
  'The Deep Blue Sea',
  'Terence Rattigan',
  'Drama',
  'f36 Hester Collyer; f58 Mrs Elton; m26 Philip Welch; f24 Ann Welch; m46 William Collyer; m44 Mr Miller; m30 Freddie Page; m30 Jackie Jackson',
);

export const dna = parsePlay(
  'DNA',
  'Dennis Kelly',
  'Drama',
  'f14 Leah; m15 Phil; a14 Mark; a14 Jan; a15 Lou; m15 John Tate; a14 Danny; m15 Richard; f15 Cathy; m13 Brian; m14 Adam',
);

export const railwayChildren = parsePlay(
  'The Railway Children',
  'Mike Kenny, after E. Nesbit',
  'Drama',
  `f14 Roberta; m12 Peter; f11 Phyllis; f15 Mother; m15 Father; m15 Mr Perks; f14 Mrs Perks; a15 Old Gentleman;
  m14 Dr Forrest; m15 Mr Szczepansky; m14 Jim; a13 Station staff and villagers ×2`,
);

export const treasureIsland = parsePlay(
  'Treasure Island',
  'Bryony Lavery, after Robert Louis Stevenson',
  'Drama',
  `a13 Jim Hawkins; f14 Grandma; a14 Dr Livesey; m13 Squire Trelawny; m15 Bill Bones; a13 Black Dog; a13 Blind Pew;
  a15 Long John Silver; a14 Captain Smollett; a14 Ben Gunn; m14 Israel Hands; a12 Grey`,
);

export const ghostTrain = parsePlay(
  'The Ghost Train',
  'Arnold Ridley',
  'Thriller',
  `m58 Saul Hodgkin; m38 Richard Winthrop; f32 Elsie Winthrop; m26 Charles Murdock; f23 Peggy Murdock; f62 Miss Bourne;
  m32 Teddie Deakin; f28 Julia Price; m45 Herbert Price; m40 John Sterling; m40 Jackson`,
  'A Drama in Three Acts',
);

export const nightMustFall = parsePlay(
  'Night Must Fall',
  'Emlyn Williams',
  'Thriller',
  `m60 The Lord Chief Justice; f68 Mrs Bramson; f28 Olivia Grayne; m34 Hubert Laurie; f42 Nurse Libby; f50 Mrs Terence;
  f20 Dora Parkoe; m45 Inspector Belsize; m25 Dan`,
);

export const theHollow = parsePlay(
  'The Hollow',
  'Agatha Christie',
  'Thriller',
  `f33 Henrietta Angkatell; m62 Sir Henry Angkatell; f58 Lady Angkatell; f28 Midge Harvey; m60 Gudgeon; m36 Edward Angkatell;
  f20 Doris; f36 Gerda Cristow; m40 John Cristow; f35 Veronica Craye; m45 Inspector Colquhoun; m32 Detective Sergeant Penny`,
);

export const gaslight = parsePlay(
  'Gaslight',
  'Patrick Hamilton',
  'Thriller',
  'f34 Mrs Manningham; m45 Mr Manningham; f19 Nancy; f50 Elizabeth; m60 Rough; m35 Policemen ×2',
  'A Victorian Thriller in Three Acts',
);

export const rebecca = parsePlay(
  'Rebecca',
  'Daphne du Maurier',
  'Thriller',
  `m58 Frith; f42 Beatrice Lacy; m46 Giles Lacy; m40 Frank Crawley; m42 Maxim de Winter; f22 Mrs de Winter; f50 Mrs Danvers;
  m36 Jack Favell; m60 Colonel Julyan; m50 William Tabb; m24 Robert; f22 Maids ×2`,
);

export const anInspectorCalls = parsePlay(
  'An Inspector Calls',
  'J. B. Priestley',
  'Thriller',
  'm55 Arthur Birling; f50 Sybil Birling; f22 Sheila Birling; m23 Eric Birling; m28 Gerald Croft; f40 Edna; m50 Inspector Goole',
);

export const andThenThereWereNone = parsePlay(
  'And Then There Were None',
  'Agatha Christie',
  'Thriller',
  `m50 Rogers; f46 Mrs Rogers; a40 Fred Narracott; f25 Vera Claythorne; m35 Philip Lombard; m23 Anthony Marston;
  m48 William Blore; m70 General Mackenzie; f65 Emily Brent; m65 Sir Lawrence Wargrave; m45 Dr Armstrong`,
);

export const dialMForMurder = parsePlay(
  'Dial M for Murder',
  'Frederick Knott',
  'Thriller',
  'f32 Margot Wendice; m36 Max Halliday; m36 Tony Wendice; m45 Captain Lesgate; m52 Inspector Hubbard; a35 Thompson',
);

export const packOfLies = parsePlay(
  'Pack of Lies',
  'Hugh Whitemore',
  'Thriller',
  'm48 Bob Jackson; f46 Barbara Jackson; f17 Julie Jackson; f44 Helen Kroger; m48 Peter Kroger; m45 Stewart; f26 Thelma; f28 Sally',
);
