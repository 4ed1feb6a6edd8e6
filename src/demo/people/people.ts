/** The crafts behind the scenes, as named in programmes, in the order of the crew list. */
export const CRAFTS = [
  'Director',
  'Producer',
  'Musical director',
  'Choreographer',
  'Stage manager',
  'Lighting',
  'Sound',
  'Set design',
  'Set build',
  'Costume',
  'Properties',
  'Prompter',
  'Front of house',
] as const;
export type Craft = (typeof CRAFTS)[number];

/** The kind of part that suits a person, female or male. It is a preference, not a rule. */
export type PartGender = 'f' | 'm';

/** One fictional member of the society, with the years in which they took part. */
export interface DemoPerson {
  /** The person's current name. */
  name: string;
  voice: PartGender;
  born: number;
  joined: number;
  /** The last year in which the person took part; Infinity for somebody who still does. */
  until: number;
  /** The year in which the person began each craft. */
  crafts: Partial<Record<Craft, number>>;
  /** The former name, and the last year in which programmes printed it; null if the person has had only one name. */
  former: { name: string; until: number } | null;
}

const isCraft = (word: string): word is Craft => CRAFTS.some((craft) => craft === word);

/**
 * Parses one person of the list. Years read "1974–1999", or "1974–" for somebody who is still a member; crafts read
 * "Director 1990, Lighting 1985"; a former name reads "Margaret Pell until 1979".
 */
export function parsePerson(
  name: string,
  voice: PartGender,
  born: number,
  years: string,
  crafts = '',
  former = '',
): DemoPerson {
  const [joined = '', until = ''] = years.split('–');
  const [formerName = '', formerUntil = ''] = former.split(' until ');
  return {
    name,
    voice,
    born,
    joined: Number(joined),
    until: until === '' ? Number.POSITIVE_INFINITY : Number(until),
    crafts: parseCrafts(crafts),
    former: former === '' ? null : { name: formerName, until: Number(formerUntil) },
  };
}

function parseCrafts(text: string): DemoPerson['crafts'] {
  const crafts: DemoPerson['crafts'] = {};
  for (const entry of text === '' ? [] : text.split(', ')) {
    const year = entry.slice(-4);
    const craft = entry.slice(0, -5);
    if (!isCraft(craft)) throw new Error(`"${craft}" is not a line of the crew list`);
    crafts[craft] = Number(year);
  }
  return crafts;
}

/**
 * People who read plays together at the Institute from 1968, and those who joined in the society's first fifteen years.
 */
const founders = [
  parsePerson('Gerald Whitby', 'm', 1948, '1970–', 'Director 1984'),
  parsePerson('Margaret Ashdown', 'f', 1951, '1971–', 'Director 1988, Prompter 2018', 'Margaret Pell until 1979'),
  parsePerson('Arthur Ibbotson', 'm', 1924, '1968–1992', 'Director 1974, Set build 1984'),
  parsePerson('Joan Ibbotson', 'f', 1943, '1968–', 'Costume 1974'),
  parsePerson('Dorothy Hollis', 'f', 1921, '1968–1989', 'Director 1974, Prompter 1981'),
  parsePerson('Reginald Tarrant', 'm', 1919, '1968–1986', 'Producer 1974, Front of house 1980'),
  parsePerson('Ted Lyle', 'm', 1947, '1972–', 'Set build 1974'),
  parsePerson('Colin Marsh', 'm', 1949, '1973–', 'Set build 1976, Set design 1994'),
  parsePerson('Gwen Parry', 'f', 1950, '1975–', 'Set build 1985', 'Gwen Maddox until 1982'),
  parsePerson('Stanley Broadbent', 'm', 1922, '1968–1990', 'Lighting 1974'),
  parsePerson('Enid Broadbent', 'f', 1926, '1968–1996', 'Properties 1974, Front of house 1974'),
  parsePerson('Walter Fennimore', 'm', 1917, '1968–1983', 'Stage manager 1974'),
  parsePerson('Harold Stubley', 'm', 1930, '1969–1998', 'Set build 1974, Front of house 1988'),
  parsePerson('Muriel Stubley', 'f', 1932, '1969–2004', 'Costume 1978, Front of house 1990'),
  parsePerson('Sheila Cartmell', 'f', 1944, '1972–2011', 'Director 1983', 'Sheila Dunmore until 1977'),
  parsePerson('Roy Cartmell', 'm', 1942, '1972–2009', 'Lighting 1976'),
  parsePerson('Brian Ollerenshaw', 'm', 1945, '1970–2014', 'Director 1980, Producer 1995'),
  parsePerson('Patricia Quennell', 'f', 1938, '1970–2006', 'Producer 1976, Prompter 1999'),
  parsePerson('Derek Fothergill', 'm', 1936, '1971–2001', 'Set design 1974'),
  parsePerson('Maureen Fothergill', 'f', 1939, '1971–2012', 'Properties 1979, Front of house 2002'),
  parsePerson('Keith Sowerby', 'm', 1952, '1973–1997', 'Sound 1975'),
  parsePerson('Jean Arkwright', 'f', 1935, '1968–1995', 'Prompter 1974'),
  parsePerson('Cyril Penhale', 'm', 1914, '1968–1980'),
  parsePerson('Winifred Oakes', 'f', 1928, '1968–1991', 'Director 1976'),
  parsePerson('Bernard Oakes', 'm', 1925, '1968–1988', 'Front of house 1982'),
  parsePerson('Valerie Sugden', 'f', 1953, '1973–1999', 'Choreographer 1982'),
  parsePerson('Clive Rammell', 'm', 1946, '1973–1994', 'Stage manager 1979'),
  parsePerson('Judith Farrant', 'f', 1952, '1974–', 'Producer 1991, Prompter 2012', 'Judith Lomas until 1981'),
  parsePerson('Michael Farrant', 'm', 1950, '1975–2019', 'Director 1990, Lighting 1999'),
  parsePerson('Denis Hathersage', 'm', 1933, '1972–2003', 'Musical director 1978'),
  parsePerson('Pauline Birtwhistle', 'f', 1947, '1974–2010', 'Stage manager 1983'),
  parsePerson('Alan Pugh', 'm', 1955, '1978–', 'Sound 1980'),
  parsePerson('Linda Swales', 'f', 1956, '1977–2015', 'Costume 1989', 'Linda Keeble until 1984'),
  parsePerson('Raymond Tull', 'm', 1941, '1977–2008', 'Set build 1980'),
  parsePerson('Anil Deshpande', 'm', 1949, '1978–2017', 'Director 1987'),
  parsePerson('Sunita Deshpande', 'f', 1954, '1980–', 'Costume 1992, Front of house 2015'),
  parsePerson('Peter Dunn', 'm', 1952, '1979–', 'Front of house 1998'),
  parsePerson('Liz Dunn', 'f', 1954, '1979–', 'Producer 1996, Front of house 2010', 'Liz Garbutt until 1986'),
  parsePerson('Hilary Vosper', 'f', 1945, '1979–2018', 'Director 1989, Prompter 2009'),
  parsePerson('Norman Tregear', 'm', 1931, '1978–1999', 'Producer 1984'),
  parsePerson('Fay Merrick', 'f', 1958, '1981–', 'Properties 1990'),
  parsePerson('Trevor Askey', 'm', 1957, '1980–2002', 'Lighting 1986'),
  parsePerson('Beverley Noon', 'f', 1960, '1982–1996'),
  parsePerson('Desmond Clarke', 'm', 1944, '1981–2013', 'Musical director 1995'),
  parsePerson('Gloria Clarke', 'f', 1947, '1981–2020', 'Choreographer 1990, Costume 2008'),
  parsePerson('Stuart Penketh', 'm', 1961, '1983–1993'),
  parsePerson('Helen Prior', 'f', 1963, '1984–', 'Stage manager 1992', 'Helen Tasker until 1995'),
  parsePerson('Graham Eastlake', 'm', 1954, '1984–2022', 'Set design 1998'),
  parsePerson('Carole Eastlake', 'f', 1957, '1985–2022', 'Prompter 1996'),
  parsePerson('Ruth Calloway', 'f', 1961, '1986–', 'Director 1999', 'Ruth Addy until 1994'),
  parsePerson('Leonard Cho', 'm', 1950, '1986–2016', 'Sound 1993'),
  parsePerson('Moira Gillespie', 'f', 1940, '1983–2007', 'Director 1994'),
  parsePerson('Ian Threlfall', 'm', 1959, '1987–2005'),
  parsePerson('Wendy Threlfall', 'f', 1962, '1988–2005', 'Front of house 1997'),
];

/** People who joined as adults from 1989 on. */
const later = [
  parsePerson('Samir Haddad', 'm', 1968, '1995–', 'Director 2008'),
  parsePerson('Tom Okafor', 'm', 1975, '2004–', 'Director 2011'),
  parsePerson('Priya Nair', 'f', 1979, '2007–', 'Set design 2012, Properties 2010'),
  parsePerson('Nick Osei', 'm', 1972, '2001–', 'Lighting 2004'),
  parsePerson('Daniel Reeve', 'm', 1988, '2013–', 'Producer 2022'),
  parsePerson('Amy Treadwell', 'f', 1997, '2017–', 'Choreographer 2019'),
  parsePerson('Marcus Bellingham', 'm', 1963, '1989–2012', 'Stage manager 1995'),
  parsePerson('Yvonne Ashby', 'f', 1958, '1990–2019', 'Producer 1998'),
  parsePerson('Neil Hargrave', 'm', 1964, '1990–', 'Set build 1996'),
  parsePerson('Carys Hargrave', 'f', 1967, '1992–', 'Costume 2003', 'Carys Bevan until 1997'),
  parsePerson('Fiona MacAskill', 'f', 1960, '1991–2017', 'Director 2001'),
  parsePerson('Errol Francis', 'm', 1956, '1991–2014', 'Musical director 2001'),
  parsePerson('Sandra Peverell', 'f', 1955, '1992–2021', 'Front of house 2003, Prompter 2010'),
  parsePerson('Martin Peverell', 'm', 1953, '1992–2021', 'Lighting 1998'),
  parsePerson('Jacqui Tomlin', 'f', 1969, '1993–2008', 'Choreographer 1998'),
  parsePerson('Adrian Whitcombe', 'm', 1966, '1993–2006'),
  parsePerson('Deborah Sharpe', 'f', 1965, '1994–', 'Director 2004', 'Deborah Lunn until 2001'),
  parsePerson('Roger Eversley', 'm', 1947, '1994–2018', 'Set build 1997'),
  parsePerson('Angela Eversley', 'f', 1950, '1994–2018', 'Properties 1999'),
  parsePerson('Kwame Boateng', 'm', 1971, '1996–2013', 'Sound 2002'),
  parsePerson('Teresa Doyle', 'f', 1962, '1996–', 'Musical director 2008'),
  parsePerson('Philip Arden-Jones', 'm', 1959, '1997–2020', 'Producer 2006'),
  parsePerson('Nasreen Malik', 'f', 1970, '1998–', 'Producer 2009, Stage manager 2004'),
  parsePerson('Gareth Tudge', 'm', 1974, '1998–2011'),
  parsePerson('Rosemary Finch', 'f', 1946, '1999–2023', 'Prompter 2005'),
  parsePerson('Edwin Finch', 'm', 1944, '1999–2016', 'Front of house 2004'),
  parsePerson('Katherine Loxley', 'f', 1976, '2000–2012'),
  parsePerson('Paul Szymański', 'm', 1973, '2001–', 'Set build 2005'),
  parsePerson('Olwen Price', 'f', 1952, '2001–', 'Director 2009'),
  parsePerson('Dominic Farrell', 'm', 1978, '2002–2015', 'Director 2010'),
  parsePerson('Jasmine Wu', 'f', 1980, '2003–2014', 'Choreographer 2007'),
  parsePerson('Robert Hallam', 'm', 1958, '2003–', 'Front of house 2011'),
  parsePerson('Christine Hallam', 'f', 1960, '2003–', 'Costume 2010'),
  parsePerson('Simon Ferrar', 'm', 1969, '2005–', 'Sound 2011'),
  parsePerson('Abigail Stott', 'f', 1982, '2005–2016'),
  parsePerson('Bea Long', 'f', 1984, '2008–', 'Lighting 2013', 'Bea Winterton until 2016'),
  parsePerson('Tunde Adeyemi', 'm', 1977, '2008–', 'Musical director 2014'),
  parsePerson('Lorraine Pickersgill', 'f', 1964, '2009–', 'Stage manager 2014'),
  parsePerson('Hugh Ransome', 'm', 1949, '2009–', 'Prompter 2019'),
  parsePerson('Elin Gruffydd', 'f', 1986, '2010–', 'Director 2018'),
  parsePerson('Matthew Brockbank', 'm', 1981, '2010–2021', 'Set design 2014'),
  parsePerson('Zainab Rahman', 'f', 1990, '2012–', 'Properties 2016'),
  parsePerson('Joel Prentice', 'm', 1987, '2012–2019'),
  parsePerson('Victoria Crane', 'f', 1971, '2013–', 'Producer 2018'),
  parsePerson('Stephen Crane-Lowe', 'm', 1968, '2013–', 'Set build 2015'),
  parsePerson('Isobel Tennant', 'f', 1992, '2014–', 'Costume 2019'),
  parsePerson('Francis Gilchrist', 'm', 1955, '2015–', 'Front of house 2018'),
  parsePerson('Megan Lightfoot', 'f', 1993, '2016–', 'Stage manager 2021', 'Megan Roe until 2019'),
  parsePerson('Oliver Nkemelu', 'm', 1989, '2016–', 'Sound 2019'),
  parsePerson('Harriet Sloane', 'f', 1978, '2017–', 'Set design 2021'),
  parsePerson('Ravi Chandran', 'm', 1985, '2018–', 'Director 2024'),
  parsePerson('Louise Amberley', 'f', 1962, '2018–', 'Prompter 2022'),
  parsePerson('Callum Drysdale', 'm', 1994, '2019–', 'Lighting 2023'),
  parsePerson('Eleanor Vickers', 'f', 1956, '2019–', 'Front of house 2022'),
  parsePerson('Jonah Blackwood', 'm', 1983, '2021–', 'Set build 2022'),
  parsePerson('Shanice Powell', 'f', 1995, '2021–', 'Choreographer 2023'),
  parsePerson('Andrzej Kowal', 'm', 1976, '2022–'),
  parsePerson('Philippa Dane', 'f', 1967, '2022–', 'Properties 2024'),
  parsePerson('Lewis Hargreaves', 'm', 1998, '2023–'),
  parsePerson('Imogen Tate-Rowley', 'f', 1999, '2024–'),
  parsePerson('Duncan Sillars', 'm', 1960, '2024–'),
];

/** People who joined through Lanternside Youth. Many left at eighteen or nineteen. */
const youth = [
  // People who joined from 1985.
  parsePerson('Karen Stubley', 'f', 1972, '1985–2003', 'Stage manager 1994'),
  parsePerson('Simon Rammell', 'm', 1973, '1985–1992'),
  parsePerson('Nicola Sowerby', 'f', 1974, '1986–1993'),
  parsePerson('Andrew Cartmell', 'm', 1972, '1985–', 'Director 2000, Lighting 1993'),
  parsePerson('Joanne Dutton', 'f', 1973, '1986–2010', 'Choreographer 1996', 'Joanne Tull until 2002'),
  parsePerson('Lee Braithwaite', 'm', 1975, '1986–1994'),
  parsePerson('Meera Deshpande', 'f', 1975, '1986–1994'),
  parsePerson('Darren Oakes', 'm', 1974, '1985–1993'),
  parsePerson('Claire Ollerenshaw', 'f', 1974, '1987–2018', 'Producer 2003'),
  parsePerson('Jason Quigley', 'm', 1976, '1987–1995'),
  parsePerson('Samantha Noon', 'f', 1976, '1987–1995'),
  parsePerson('Mark Fothergill', 'm', 1973, '1986–1999', 'Sound 1993'),
  parsePerson('Tracey Bolland', 'f', 1975, '1987–1993'),
  parsePerson('Gavin Penhale', 'm', 1976, '1987–2006', 'Set build 1995'),
  parsePerson('Rachel Arkwright', 'f', 1973, '1985–1992'),
  // People who joined in the nineties.
  parsePerson('Ben Farrant', 'm', 1982, '1993–2001'),
  parsePerson('Lucy Farrant', 'f', 1984, '1994–2009', 'Choreographer 2004'),
  parsePerson('Rhys Hargrave', 'm', 1985, '1996–2004'),
  parsePerson('Gemma Swales', 'f', 1983, '1994–2014', 'Costume 2005'),
  parsePerson('Adam Askey', 'm', 1982, '1993–2000'),
  parsePerson('Chloe Threlfall', 'f', 1984, '1995–2002'),
  parsePerson('Nathan Clarke', 'm', 1983, '1994–2022', 'Musical director 2016'),
  parsePerson('Kirsty Bellingham', 'f', 1985, '1996–2003'),
  parsePerson('Edward Vosper', 'm', 1983, '1995–2001'),
  parsePerson('Hannah Dunn', 'f', 1986, '1996–', 'Director 2014'),
  parsePerson('Imran Sheikh', 'm', 1984, '1995–2002'),
  parsePerson('Stephanie Cole-Harding', 'f', 1982, '1994–2000'),
  parsePerson('Craig Tomlin', 'm', 1985, '1996–2003'),
  parsePerson('Laura Prior', 'f', 1986, '1997–2015', 'Stage manager 2007'),
  // People who joined in the two thousands.
  parsePerson('Joe Farrant', 'm', 1993, '2003–', 'Sound 2018'),
  parsePerson('Grace Okafor', 'f', 1994, '2004–2012'),
  parsePerson('Jack Whitcombe', 'm', 1991, '2002–2009'),
  parsePerson('Bethan Hargrave', 'f', 1992, '2002–', 'Prompter 2016'),
  parsePerson('Ollie Peverell', 'm', 1990, '2002–2010'),
  parsePerson('Naomi Francis', 'f', 1991, '2002–2018', 'Choreographer 2012'),
  parsePerson('Sam Eversley', 'm', 1993, '2004–2011'),
  parsePerson('Poppy Sharpe', 'f', 1994, '2004–2012'),
  parsePerson('Luke Tudge', 'm', 1990, '2001–2008'),
  parsePerson('Aisha Malik', 'f', 1992, '2003–', 'Director 2017'),
  parsePerson('Connor Doyle', 'm', 1991, '2003–2010'),
  parsePerson('Freya Loxley', 'f', 1993, '2004–2011'),
  parsePerson('Harry Finch', 'm', 1994, '2005–2013'),
  parsePerson('Emma Boateng', 'f', 1990, '2002–2009'),
  // The people who joined around 2010.
  parsePerson('Theo Nair', 'm', 1998, '2009–2016'),
  parsePerson('Molly Hallam', 'f', 1997, '2009–', 'Lighting 2019'),
  parsePerson('Jakub Szymański', 'm', 1996, '2008–2015'),
  parsePerson('Tilly Cartmell', 'f', 1999, '2010–', 'Properties 2020'),
  parsePerson('Finlay MacAskill', 'm', 1997, '2010–2016'),
  parsePerson('Ruby Osei', 'f', 1998, '2010–2017'),
  parsePerson('Alfie Stott', 'm', 1999, '2011–2018'),
  parsePerson('Jess Pickersgill', 'f', 1996, '2009–2015'),
  parsePerson('Kofi Adeyemi', 'm', 1998, '2010–2017'),
  parsePerson('Daisy Ferrar', 'f', 1999, '2011–'),
  parsePerson('Rory Price', 'm', 1997, '2009–2016'),
  parsePerson('Caitlin Prior', 'f', 1998, '2010–2017'),
  // The people who joined around 2015.
  parsePerson('Noah Reeve', 'm', 2005, '2015–2023'),
  parsePerson('Evie Crane', 'f', 2004, '2014–2022'),
  parsePerson('Isaac Long', 'm', 2006, '2016–'),
  parsePerson('Lily Brockbank', 'f', 2005, '2015–2021'),
  parsePerson('Yusuf Rahman', 'm', 2004, '2015–2022'),
  parsePerson('Martha Dunn', 'f', 2006, '2016–'),
  parsePerson('Ethan Lightfoot', 'm', 2003, '2014–2021'),
  parsePerson('Amelia Nkemelu', 'f', 2005, '2016–2023'),
  parsePerson('Gwilym Gruffydd', 'm', 2004, '2015–2022'),
  parsePerson('Sofia Haddad', 'f', 2003, '2014–', 'Costume 2022'),
  parsePerson('Charlie Sloane', 'm', 2007, '2017–2024'),
  parsePerson('Niamh Doyle', 'f', 2006, '2017–2024'),
  parsePerson('Max Tennant', 'm', 2005, '2016–2023'),
  // The current members of Lanternside Youth.
  parsePerson('Arlo Prentice', 'm', 2010, '2021–'),
  parsePerson('Florence Hallam', 'f', 2009, '2020–'),
  parsePerson('Dev Chandran', 'm', 2011, '2022–'),
  parsePerson('Maisie Crane', 'f', 2010, '2021–'),
  parsePerson('Jude Blackwood', 'm', 2009, '2021–'),
  parsePerson('Ivy Treadwell', 'f', 2011, '2022–'),
  parsePerson('Reuben Powell', 'm', 2008, '2020–'),
  parsePerson('Zofia Kowal', 'f', 2010, '2022–'),
  parsePerson('Archie Drysdale', 'm', 2012, '2022–'),
  parsePerson('Esme Vickers', 'f', 2009, '2021–'),
  parsePerson('Leo Okafor', 'm', 2011, '2022–'),
  parsePerson('Nia Francis', 'f', 2008, '2020–'),
  parsePerson('Bertie Dane', 'm', 2012, '2022–'),
];

/** Everybody who ever appeared in a programme of the Lanternside Players. All of them are fictional. */
export const demoPeople = [...founders, ...later, ...youth];
