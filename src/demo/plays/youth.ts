import { parsePlay } from './play.ts';

// Plays performed by Lanternside Youth.

export const erniesIncredibleIllucinations = parsePlay(
  'Ernie’s Incredible Illucinations',
  'Alan Ayckbourn',
  'Comedy',
  `m13 Ernie; f15 Mum; m15 Dad; f14 Auntie May; f14 Receptionist; m15 Doctor; m15 Officer; a13 First barker;
  a13 Second barker; m14 Referee; a14 Tramp; f14 Girl librarian`,
);

export const bugsyMalone = parsePlay(
  'Bugsy Malone',
  'Alan Parker and Paul Williams',
  'Musical',
  `m14 Bugsy Malone; m14 Fat Sam; m15 Dandy Dan; f14 Blousey Brown; f15 Tallulah; m12 Fizzy; m13 Knuckles; f14 Lena Marelli;
  m12 Captain Smolsky; m13 O’Dreary; m14 Leroy Smith; f12 Dotty; f12 Bangles`,
);

export const windInTheWillows = parsePlay(
  'The Wind in the Willows',
  'Alan Bennett, after Kenneth Grahame',
  'Comedy',
  `a13 Mole; a14 Rat; a15 Toad; a15 Badger; a13 Otter; a11 Portly; a14 Albert, a horse; a14 Chief Weasel; a13 Weasel Norman;
  a13 Stoat Fred; f14 Gaoler’s daughter; f14 Washerwoman; a15 Magistrate`,
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
