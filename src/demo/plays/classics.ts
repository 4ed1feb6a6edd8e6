import { parsePlay } from './play.ts';

// Shakespeare and other classics. The lists give the parts as the society doubled them.

export const sheStoopsToConquer = parsePlay(
  'She Stoops to Conquer',
  'Oliver Goldsmith',
  'Classic',
  `m55 Mr Hardcastle; f55 Mrs Hardcastle; f22 Kate Hardcastle; f22 Constance Neville; m25 Marlow; m25 Hastings;
  m20 Tony Lumpkin; m60 Sir Charles Marlow; m45 Stingo; m40 Diggory; a30 Servants and drinkers ×4`,
  'or, The Mistakes of a Night',
);

export const importanceOfBeingEarnest = parsePlay(
  'The Importance of Being Earnest',
  'Oscar Wilde',
  'Comedy',
  `m28 John Worthing, J.P.; m26 Algernon Moncrieff; f60 Lady Bracknell; f24 Gwendolen Fairfax; f18 Cecily Cardew;
  f55 Miss Prism; m60 Rev. Canon Chasuble, D.D.; m45 Lane; m50 Merriman`,
  'A Trivial Comedy for Serious People',
);

export const theRivals = parsePlay(
  'The Rivals',
  'Richard Brinsley Sheridan',
  'Classic',
  `m60 Sir Anthony Absolute; m25 Captain Jack Absolute; m28 Faulkland; m28 Bob Acres; m45 Sir Lucius O’Trigger;
  m35 Fag; m30 David; m40 Thomas; f55 Mrs Malaprop; f20 Lydia Languish; f22 Julia Melville; f20 Lucy`,
);

export const uncleVanya = parsePlay(
  'Uncle Vanya',
  'Anton Chekhov',
  'Classic',
  `m65 Alexander Serebryakov; f27 Yelena Andreyevna; f22 Sonya; f65 Maria Voynitskaya; m47 Ivan Voynitsky (Vanya);
  m40 Mikhail Astrov; m50 Ilya Telegin; f70 Marina; a30 A workman`,
  'Scenes from Country Life in Four Acts',
);

export const muchAdoAboutNothing = parsePlay(
  'Much Ado About Nothing',
  'William Shakespeare',
  'Classic',
  `f30 Beatrice; m32 Benedick; f20 Hero; m22 Claudio; m40 Don Pedro; m35 Don John; m60 Leonato; m60 Antonio; m50 Dogberry;
  m55 Verges; m28 Borachio; m26 Conrade; f25 Margaret; f25 Ursula; m60 Friar Francis; a30 The Watch ×3`,
);

export const theTempest = parsePlay(
  'The Tempest',
  'William Shakespeare',
  'Classic',
  `m60 Prospero; f18 Miranda; a25 Ariel; m40 Caliban; m22 Ferdinand; m55 Alonso; m45 Sebastian; m45 Antonio; m65 Gonzalo;
  m30 Trinculo; m45 Stephano; a40 Boatswain; f30 Iris; f35 Ceres; f45 Juno`,
);

export const tartuffe = parsePlay(
  'Tartuffe',
  'Molière',
  'Classic',
  `f65 Madame Pernelle; m50 Orgon; f35 Elmire; m22 Damis; f19 Mariane; m23 Valère; m45 Cléante; m45 Tartuffe; f35 Dorine;
  m50 Monsieur Loyal; a35 An officer; f20 Flipote`,
  'or, The Impostor',
);

export const heddaGabler = parsePlay(
  'Hedda Gabler',
  'Henrik Ibsen',
  'Classic',
  'm33 Jørgen Tesman; f29 Hedda Tesman; f65 Miss Juliane Tesman; f27 Mrs Elvsted; m45 Judge Brack; m35 Eilert Løvborg; f60 Berte',
);

export const midsummerNightsDream = parsePlay(
  'A Midsummer Night’s Dream',
  'William Shakespeare',
  'Classic',
  `m45 Theseus; f35 Hippolyta; m60 Egeus; f20 Hermia; f21 Helena; m22 Lysander; m22 Demetrius; m40 Oberon; f35 Titania;
  a22 Puck; m45 Nick Bottom; m55 Peter Quince; m22 Francis Flute; m50 Tom Snout; m35 Snug; m65 Robin Starveling;
  a20 Peaseblossom; a20 Cobweb; a20 Moth; a20 Mustardseed`,
);

export const houseOfBernardaAlba = parsePlay(
  'The House of Bernarda Alba',
  'Federico García Lorca',
  'Classic',
  `f60 Bernarda; f80 María Josefa; f39 Angustias; f30 Magdalena; f27 Amelia; f24 Martirio; f20 Adela; f60 La Poncia;
  f50 A maid; f50 Prudencia; f45 Beggar woman; f40 Women in mourning ×4`,
  'A Drama of Women in the Villages of Spain',
);

export const pygmalion = parsePlay(
  'Pygmalion',
  'George Bernard Shaw',
  'Classic',
  `f20 Eliza Doolittle; m42 Henry Higgins; m60 Colonel Pickering; m50 Alfred Doolittle; f60 Mrs Higgins; f50 Mrs Pearce;
  f50 Mrs Eynsford Hill; f22 Clara Eynsford Hill; m22 Freddy Eynsford Hill; a40 A bystander; f25 Parlourmaid`,
  'A Romance in Five Acts',
);

export const merryWivesOfWindsor = parsePlay(
  'The Merry Wives of Windsor',
  'William Shakespeare',
  'Classic',
  `m60 Sir John Falstaff; f42 Mistress Ford; f42 Mistress Page; m45 Master Ford; m48 Master Page; f19 Anne Page;
  f50 Mistress Quickly; m22 Fenton; m60 Justice Shallow; m24 Abraham Slender; m55 Sir Hugh Evans; m50 Doctor Caius;
  m40 Host of the Garter; m35 Pistol; m35 Nym; m40 Bardolph`,
);

export const romeoAndJuliet = parsePlay(
  'Romeo and Juliet',
  'William Shakespeare',
  'Classic',
  `m20 Romeo; f17 Juliet; f55 Nurse; m60 Friar Laurence; m24 Mercutio; m22 Benvolio; m25 Tybalt; m50 Capulet;
  f42 Lady Capulet; m50 Montague; f45 Lady Montague; m26 Paris; m45 Prince Escalus; a25 Peter; a60 Apothecary;
  a30 Friar John`,
);

export const comedyOfErrors = parsePlay(
  'The Comedy of Errors',
  'William Shakespeare',
  'Classic',
  `m28 Antipholus of Syracuse; m28 Antipholus of Ephesus; m28 Dromio of Syracuse; m28 Dromio of Ephesus; f28 Adriana;
  f22 Luciana; m65 Egeon; f60 Emilia, an abbess; m50 Duke Solinus; m40 Angelo; m45 Balthazar; a55 Doctor Pinch;
  f35 A courtesan; f40 Nell; a30 A merchant; a35 An officer`,
);

export const twelfthNight = parsePlay(
  'Twelfth Night',
  'William Shakespeare',
  'Classic',
  `f22 Viola; m30 Orsino; f27 Olivia; m50 Malvolio; m50 Sir Toby Belch; m42 Sir Andrew Aguecheek; f35 Maria; a55 Feste;
  m22 Sebastian; m40 Antonio; a35 Fabian; a40 Sea captain; a25 Valentine; a25 Curio; a60 A priest`,
  'or, What You Will',
);

export const dollsHouse = parsePlay(
  'A Doll’s House',
  'Henrik Ibsen',
  'Classic',
  `f30 Nora Helmer; m36 Torvald Helmer; m50 Dr Rank; f33 Kristine Linde; m40 Nils Krogstad; f60 Anne-Marie; f20 Helene;
  a10 The Helmer children ×2; a40 A porter`,
);

export const cherryOrchard = parsePlay(
  'The Cherry Orchard',
  'Anton Chekhov',
  'Classic',
  `f48 Lyubov Ranevskaya; f17 Anya; f24 Varya; m51 Leonid Gayev; m38 Yermolai Lopakhin; m27 Petya Trofimov;
  m55 Boris Simeonov-Pishchik; f45 Charlotta; m30 Yepikhodov; f20 Dunyasha; m80 Firs; m24 Yasha; a40 A passer-by`,
  'A Comedy in Four Acts',
);

export const servantOfTwoMasters = parsePlay(
  'The Servant of Two Masters',
  'Carlo Goldoni',
  'Classic',
  `a30 Truffaldino; f26 Beatrice; m28 Florindo; m60 Pantalone; f20 Clarice; m60 Dr Lombardi; m22 Silvio; m45 Brighella;
  f25 Smeraldina; a25 Waiters ×2; a35 Porters ×2`,
);
