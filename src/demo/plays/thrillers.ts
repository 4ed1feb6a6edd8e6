import { parsePlay } from './play.ts';

// Murders, mysteries and a ghost train.

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
