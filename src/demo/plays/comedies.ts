import { parsePlay } from './play.ts';

// Comedies and farces of the twentieth century and later.

export const hayFever = parsePlay(
  'Hay Fever',
  'Noël Coward',
  'Comedy',
  'f19 Sorel Bliss; m21 Simon Bliss; f55 Clara; f48 Judith Bliss; m52 David Bliss; m26 Sandy Tyrell; f38 Myra Arundel; m42 Richard Greatham; f22 Jackie Coryton',
);

export const whenWeAreMarried = parsePlay(
  'When We Are Married',
  'J. B. Priestley',
  'Comedy',
  `f18 Ruby Birtle; m27 Gerald Forbes; f45 Mrs Northrop; f22 Nancy Holmes; m35 Fred Dyson; m55 Henry Ormonroyd;
  m50 Alderman Joseph Helliwell; f48 Maria Helliwell; m50 Councillor Albert Parker; f45 Annie Parker;
  m48 Herbert Soppitt; f48 Clara Soppitt; f42 Lottie Grady; m50 Rev. Clement Mercer`,
  'A Yorkshire Farcical Comedy',
);

export const blitheSpirit = parsePlay(
  'Blithe Spirit',
  'Noël Coward',
  'Comedy',
  'f22 Edith; f34 Ruth Condomine; m42 Charles Condomine; m55 Dr Bradman; f48 Mrs Bradman; f62 Madame Arcati; f32 Elvira Condomine',
  'An Improbable Farce in Three Acts',
);

export const relativelySpeaking = parsePlay(
  'Relatively Speaking',
  'Alan Ayckbourn',
  'Comedy',
  'm26 Greg; f24 Ginny; m52 Philip; f48 Sheila',
);

export const abigailsParty = parsePlay(
  'Abigail’s Party',
  'Mike Leigh',
  'Comedy',
  'f34 Beverly; m38 Laurence; f27 Angela; m29 Tony; f45 Susan',
);

export const bedroomFarce = parsePlay(
  'Bedroom Farce',
  'Alan Ayckbourn',
  'Comedy',
  'm62 Ernest; f60 Delia; m34 Nick; f33 Jan; m30 Malcolm; f29 Kate; m33 Trevor; f31 Susannah',
);

export const noisesOff = parsePlay(
  'Noises Off',
  'Michael Frayn',
  'Farce',
  `f58 Dotty Otley; m42 Lloyd Dallas; m30 Garry Lejeune; f24 Brooke Ashton; f27 Poppy Norton-Taylor;
  m40 Frederick Fellowes; f40 Belinda Blair; m30 Tim Allgood; m68 Selsdon Mowbray`,
);

export const bouncers = parsePlay('Bouncers', 'John Godber', 'Comedy', 'm38 Lucky Eric; m28 Judd; m26 Les; m27 Ralph');

export const realInspectorHound = parsePlay(
  'The Real Inspector Hound',
  'Tom Stoppard',
  'Comedy',
  `m34 Moon; m45 Birdboot; f55 Mrs Drudge; m32 Simon Gascoyne; f22 Felicity Cunningham; f36 Lady Cynthia Muldoon;
  m48 Major Magnus Muldoon; m45 Inspector Hound; a40 A body; m50 Radio announcer’s voice`,
);

export const arcadia = parsePlay(
  'Arcadia',
  'Tom Stoppard',
  'Comedy',
  `f16 Thomasina Coverly; m24 Septimus Hodge; m45 Jellaby; m32 Ezra Chater; m50 Richard Noakes; f36 Lady Croom;
  m36 Captain Brice; f38 Hannah Jarvis; f19 Chloë Coverly; m40 Bernard Nightingale; m28 Valentine Coverly;
  m16 Gus and Augustus Coverly`,
);

export const hobsonsChoice = parsePlay(
  'Hobson’s Choice',
  'Harold Brighouse',
  'Comedy',
  `f23 Alice Hobson; f30 Maggie Hobson; f21 Vickey Hobson; m26 Albert Prosser; m55 Henry Horatio Hobson; f60 Mrs Hepworth;
  m50 Timothy Wadlow (Tubby); m30 William Mossop; m52 Jim Heeler; f20 Ada Figgins; m24 Fred Beenstock;
  m50 Dr MacFarlane`,
);

export const steppingOut = parsePlay(
  'Stepping Out',
  'Richard Harris',
  'Comedy',
  `f36 Mavis; f65 Mrs Fraser; f27 Lynne; f50 Dorothy; f40 Maxine; f38 Andy; m45 Geoffrey; f32 Sylvia; f42 Rose; f46 Vera`,
);

export const blackComedy = parsePlay(
  'Black Comedy',
  'Peter Shaffer',
  'Farce',
  'm26 Brindsley Miller; f22 Carol Melkett; f55 Miss Furnival; m55 Colonel Melkett; m38 Harold Gorringe; m50 Schuppanzigh; f28 Clea; m60 Georg Bamberger',
);

export const calendarGirls = parsePlay(
  'Calendar Girls',
  'Tim Firth',
  'Comedy',
  `f50 Chris; f52 Annie; f40 Cora; f70 Jessie; f38 Celia; f45 Ruth; f50 Marie; f55 Brenda Hulse; f50 Lady Cravenshire;
  f30 Elaine; m55 John; m52 Rod; m28 Lawrence; m26 Liam`,
);

export const thirtyNineSteps = parsePlay(
  'The 39 Steps',
  'Patrick Barlow, after John Buchan',
  'Comedy',
  'm37 Richard Hannay; f30 Annabella, Margaret and Pamela; a40 First clown; a32 Second clown',
);

export const theLadykillers = parsePlay(
  'The Ladykillers',
  'Graham Linehan, after William Rose',
  'Comedy',
  `f74 Mrs Wilberforce; m52 Professor Marcus; m55 Major Courtney; m26 Harry Robinson; m42 One-Round; m45 Louis Harvey;
  m48 Constable Macdonald; f70 Mrs Tromleyton; f68 Mrs Wilberforce’s friends ×3`,
);

export const oneManTwoGuvnors = parsePlay(
  'One Man, Two Guvnors',
  'Richard Bean, after Carlo Goldoni',
  'Farce',
  `m36 Francis Henshall; f28 Rachel Crabbe; m28 Stanley Stubbers; f20 Pauline Clench; m23 Alan Dangle; f34 Dolly;
  m55 Charlie “the Duck” Clench; m55 Harry Dangle; m50 Lloyd Boateng; m40 Gareth; m82 Alfie; a30 Taxi driver and barman`,
);

export const tableManners = parsePlay(
  'Table Manners',
  'Alan Ayckbourn',
  'Comedy',
  'f34 Annie; f38 Sarah; m40 Reg; m36 Norman; m35 Tom; f36 Ruth',
  'from The Norman Conquests',
);

export const quartet = parsePlay(
  'Quartet',
  'Ronald Harwood',
  'Comedy',
  'm74 Wilfred; f72 Cecily; m73 Reginald; f72 Jean',
);

export const homeImDarling = parsePlay(
  'Home, I’m Darling',
  'Laura Wade',
  'Comedy',
  'f38 Judy; m39 Johnny; f40 Fran; m42 Marcus; f68 Sylvia; f30 Alex',
);

export const theKitchenSink = parsePlay(
  'The Kitchen Sink',
  'Tom Wells',
  'Comedy',
  'm50 Martin; f48 Kath; f22 Sophie; m18 Billy; m24 Pete',
);

export const arsenicAndOldLace = parsePlay(
  'Arsenic and Old Lace',
  'Joseph Kesselring',
  'Comedy',
  `f68 Abby Brewster; f66 Martha Brewster; m32 Mortimer Brewster; m48 Teddy Brewster; m44 Jonathan Brewster; f26 Elaine Harper;
  m55 Dr Einstein; m60 The Rev. Dr Harper; m34 Officer O’Hara; m40 Officer Brophy; m42 Officer Klein; m50 Lieutenant Rooney;
  m65 Mr Gibbs; m58 Mr Witherspoon`,
);

export const nellGwynn = parsePlay(
  'Nell Gwynn',
  'Jessica Swale',
  'Comedy',
  `f23 Nell Gwynn; f26 Rose Gwynn; m35 Charles Hart; m50 Thomas Killigrew; m25 Edward Kynaston; m40 John Dryden; f45 Nancy;
  m19 Ned Spiggett; m36 King Charles II; m55 Lord Arlington; f32 Lady Castlemaine; f34 Queen Catherine;
  f28 Louise de Kéroualle; f55 Old Ma Gwynn`,
);

export const letticeAndLovage = parsePlay(
  'Lettice and Lovage',
  'Peter Shaffer',
  'Comedy',
  'f60 Lettice Douffet; f56 Lotte Schoen; m50 Mr Bardolph; f32 Miss Framer; m60 Surly man; a40 Visitors to Fustian House ×5',
);

export const erniesIncredibleIllucinations = parsePlay(
  'Ernie’s Incredible Illucinations',
  'Alan Ayckbourn',
  'Comedy',
  `m13 Ernie; f15 Mum; m15 Dad; f14 Auntie May; f14 Receptionist; m15 Doctor; m15 Officer; a13 First barker;
  a13 Second barker; m14 Referee; a14 Tramp; f14 Girl librarian`,
);

export const windInTheWillows = parsePlay(
  'The Wind in the Willows',
  'Alan Bennett, after Kenneth Grahame',
  'Comedy',
  `a13 Mole; a14 Rat; a15 Toad; a15 Badger; a13 Otter; a11 Portly; a14 Albert, a horse; a14 Chief Weasel; a13 Weasel Norman;
  a13 Stoat Fred; f14 Gaoler’s daughter; f14 Washerwoman; a15 Magistrate`,
);
