import { parsePlay } from './play.ts';

// Musicals, light opera, and the pantomimes that the society wrote for itself.

export const cinderella = parsePlay(
  'Cinderella',
  'Brian Ollerenshaw and the company',
  'Pantomime',
  `f20 Cinderella; m35 Buttons; m48 Griselda, an ugly sister; m45 Drusilla, an ugly sister; f25 Prince Charming; f24 Dandini;
  m55 Baron Hardup; f50 Fairy Godmother; a40 Broker’s men ×2; a30 Villagers and guests at the ball ×8`,
);

export const aladdin = parsePlay(
  'Aladdin',
  'Sheila Cartmell and the company',
  'Pantomime',
  `f24 Aladdin; m50 Widow Twankey; m45 Abanazar; f20 The Princess; m28 Wishee Washee; m58 The Emperor; a40 Genie of the lamp;
  f35 Slave of the ring; a35 Policemen ×2; a24 Townspeople ×8`,
);

export const dickWhittington = parsePlay(
  'Dick Whittington',
  'Sheila Cartmell and the company',
  'Pantomime',
  `f24 Dick Whittington; a30 Tommy the Cat; m50 Sarah the Cook; m45 King Rat; f40 Fairy Bow Bells; f21 Alice Fitzwarren;
  m58 Alderman Fitzwarren; m26 Idle Jack; a40 Captain and Mate ×2; m50 Sultan of Morocco; a22 Rats and sailors ×8`,
);

export const motherGoose = parsePlay(
  'Mother Goose',
  'Hilary Vosper and the company',
  'Pantomime',
  `m52 Mother Goose; a30 Priscilla the Goose; f22 Jill; f24 Colin; m45 Demon Discontent; f38 Fairy Heartsease; m55 Squire;
  m28 Silly Billy; a40 Bailiffs ×2; a20 Villagers ×8`,
);

export const jackAndTheBeanstalk = parsePlay(
  'Jack and the Beanstalk',
  'Dominic Farrell and the company',
  'Pantomime',
  `f22 Jack Trott; m48 Dame Trott; m26 Simple Simon; a45 Fleshcreep; f40 Fairy Sweetpea; f20 Jill; m58 The Mayor;
  a35 Daisy the Cow ×2; a50 Giant Blunderbore; a14 Village children ×6`,
);

export const littleShopOfHorrors = parsePlay(
  'Little Shop of Horrors',
  'Howard Ashman and Alan Menken',
  'Musical',
  `m28 Seymour Krelborn; f27 Audrey; m58 Mr Mushnik; m35 Orin Scrivello; f24 Crystal; f24 Ronnette; f24 Chiffon;
  a40 Audrey II (voice); a30 Audrey II (puppeteer); a35 Skid Row ×4`,
);

export const sweeneyTodd = parsePlay(
  'Sweeney Todd',
  'Stephen Sondheim and Hugh Wheeler',
  'Musical',
  `m45 Sweeney Todd; f42 Mrs Lovett; m24 Anthony Hope; f19 Johanna; m55 Judge Turpin; m48 Beadle Bamford; m19 Tobias Ragg;
  f45 Beggar Woman; m40 Adolfo Pirelli; m50 Jonas Fogg; a32 The company ×7`,
  'The Demon Barber of Fleet Street',
);

export const piratesOfPenzance = parsePlay(
  'The Pirates of Penzance',
  'W. S. Gilbert and Arthur Sullivan',
  'Musical',
  `m60 Major-General Stanley; m40 The Pirate King; m32 Samuel; m22 Frederic; m50 Sergeant of Police; f21 Mabel; f23 Edith;
  f23 Kate; f22 Isabel; f50 Ruth; m35 Pirates and police ×6; f24 Daughters ×4`,
  'or, The Slave of Duty',
);

export const bugsyMalone = parsePlay(
  'Bugsy Malone',
  'Alan Parker and Paul Williams',
  'Musical',
  `m14 Bugsy Malone; m14 Fat Sam; m15 Dandy Dan; f14 Blousey Brown; f15 Tallulah; m12 Fizzy; m13 Knuckles; f14 Lena Marelli;
  m12 Captain Smolsky; m13 O’Dreary; m14 Leroy Smith; f12 Dotty; f12 Bangles`,
);
