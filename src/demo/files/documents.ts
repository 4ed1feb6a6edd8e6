import { addDays, type CalendarDate, type Instant } from '#platform/shared/dates/dates.ts';
import { buildDemoShowId } from '../people/ids.ts';
import {
  countDaysBetween,
  findWeekdayOnOrAfter,
  formatDemoDate,
  getLastRun,
  getNextRun,
  getSummerRun,
} from '../seasons/production.ts';
import { formatPdfTextOperators, type PdfBlock, renderPdf } from './pdf.ts';

/** Returns the date of the auditions for the summer show: a Sunday two to three weeks ahead. */
export const getAuditionDate = (today: CalendarDate): CalendarDate => findWeekdayOnOrAfter(addDays(today, 14), 0);

export function renderAuditionPack(today: CalendarDate): Buffer {
  const run = getSummerRun(today);
  return renderPdf('A Midsummer Night’s Dream: audition pack', [
    { text: 'Lanternside Players, in the walled garden at Merrow House. Directed by Elin Gruffydd.' },
    { heading: 'The dates' },
    {
      list: [
        `Auditions: ${formatDemoDate(getAuditionDate(today))} at 3pm, in Lanternside Hall. Come for an hour or stay for tea.`,
        'Rehearsals: Sundays from April, Mondays and Wednesdays from May. You are called only for your own scenes.',
        `Performances: ${formatDemoDate(run.first)} to ${formatDemoDate(run.last)}, at 7pm.`,
      ],
    },
    { heading: 'What happens' },
    {
      text: 'We sit in a circle and read. There is no stage to stand on and nobody is asked to perform alone. Elin will ask for volunteers for each scene, and everyone reads as often as they like. You needn’t know the play, learn anything, or have acted before. If reading aloud at sight is hard for you, tell us and we will send the pages first, as large as you want them.',
    },
    { heading: 'The parts' },
    {
      columns: [0, 150, 250],
      table: [
        ['Part', 'Plays at', 'In a line'],
        ['Theseus, Hippolyta', 'forty and up', 'A wedding, and a silence to begin it'],
        ['Hermia, Helena', 'about twenty', 'Friends since school, until this evening'],
        ['Lysander, Demetrius', 'about twenty', 'Sure of themselves, and then of the opposite'],
        ['Egeus', 'fifty and up', 'A father with the law on his side'],
        ['Oberon, Titania', 'any age', 'The weather is their quarrel'],
        ['Puck', 'any age', 'Quick, tired, and not sorry'],
        ['Bottom', 'any age', 'Would play all the other parts'],
        ['Quince', 'any age', 'The director; has our sympathy'],
        ['Flute, Snout, Snug, Starveling', 'any age', 'A bellows, a wall, a lion and the moon'],
        ['Four fairies', 'ten and up', 'They see everything and say little'],
      ],
    },
    { heading: 'Something to read, if you like to be ready' },
    { text: 'Helena, act one, scene one:' },
    ...[
      'How happy some o’er other some can be!',
      'Through Athens I am thought as fair as she.',
      'But what of that? Demetrius thinks not so;',
      'He will not know what all but he do know.',
      'And as he errs, doting on Hermia’s eyes,',
      'So I, admiring of his qualities.',
      'Things base and vile, holding no quantity,',
      'Love can transpose to form and dignity.',
      'Love looks not with the eyes, but with the mind,',
      'And therefore is winged Cupid painted blind.',
    ].map((text): PdfBlock => ({ text })),
    { heading: 'If you would rather not act' },
    {
      text: 'We need people to build, sew, carry, light, prompt and pour. Come to the same afternoon and say so. Megan Lightfoot, who is stage managing, will be the one with the list.',
    },
  ]);
}

const CALLS = [
  'Act one, scene one: dinner',
  'Act one, scene two: the séance. With the table',
  'Act two, scene one: breakfast',
  'Act two, scene two: Elvira, and Charles trying not to',
  'Act two, scene three: the motor car',
  'Act three, scene one: Madame Arcati returns',
  'Act three, scene two: all that breaks',
];

export function renderRehearsalSchedule(today: CalendarDate): Buffer {
  const run = getNextRun(today);
  const monday = findWeekdayOnOrAfter(addDays(today, -16), 1);
  const weeks = Math.floor(countDaysBetween(monday, run.first) / 7);
  const rows = Array.from({ length: weeks }, (_, week) => [
    formatDemoDate(addDays(monday, week * 7)),
    '7.30pm',
    week < weeks - 5 ? (CALLS[week % CALLS.length] ?? '') : 'Run from the top, off the book',
  ]);
  return renderPdf('Blithe Spirit: rehearsals', [
    {
      text: `For the company only. Lanternside Hall, 7.30pm to 9.45pm, and the same scene again on the Wednesday. If you can’t come, tell Lorraine before five on the day. We open on ${formatDemoDate(run.first)}.`,
    },
    { columns: [0, 140, 205], table: [['Day', 'From', 'What'], ...rows] },
    { heading: 'The last week' },
    {
      list: [
        `${formatDemoDate(addDays(run.first, -3))}, from 10am: get-in, and lunch for whoever carried something.`,
        `${formatDemoDate(addDays(run.first, -2))}, 7pm: technical rehearsal. Bring a book and a cushion.`,
        `${formatDemoDate(addDays(run.first, -1))}, 7pm: dress rehearsal, with the half at 6.25pm.`,
        `${formatDemoDate(addDays(run.last, 1))}, 10am: get-out. It goes faster with twelve.`,
      ],
    },
  ]);
}

const ROWS = 'ABCDEFGH';
const SEAT = 26;

/**
 * Draws the hall from above: the stage at the top, eight rows of twelve, and the aisle between the sixth and seventh
 * seat. A test compares the number of wheelchair spaces and companion seats with the seating plan.
 */
function drawHallPlan(): PdfBlock {
  const label = (text: string, x: number, y: number, bold = false) =>
    formatPdfTextOperators(text, x, y, { size: 9, bold });
  let drawing = '0 G 1.2 w 60 284 352 44 re S\n';
  drawing += label('Stage', 222, 302, true);
  for (const [row, letter] of [...ROWS].entries()) {
    const y = 244 - row * SEAT;
    drawing += label(letter, 36, y + 6, true);
    for (let seat = 0; seat < 12; seat++) {
      const x = 60 + seat * SEAT + (seat > 5 ? 40 : 0);
      const wheelchair = row === 0 && (seat === 0 || seat === 11);
      const companion = row === 0 && (seat === 1 || seat === 10);
      const levelWay = row === 0 || (row === 4 && (seat === 0 || seat === 11));
      drawing += `${wheelchair ? '0.82 0.88 0.97' : levelWay ? '0.95 0.93 0.86' : '1 1 1'} rg 0.4 G 0.6 w ${x} ${y} 22 20 re B\n`;
      drawing += label(
        wheelchair ? 'W' : companion ? 'C' : String(seat + 1),
        x + (seat > 8 && !wheelchair && !companion ? 5 : 8),
        y + 6,
      );
    }
  }
  drawing += label('Aisle', 225, 30);
  drawing += label('Way in from the foyer, level', 60, 12, true);
  drawing += label('Fire exit, level', 346, 12, true);
  return { height: 334, drawing };
}

export const renderAccessGuide = (): Buffer =>
  renderPdf('Lanternside Hall: access guide and plan', [
    {
      text: 'Mill Lane, behind the library. Doors open at 7pm. If something else would make your evening easier, write to us through the site, or ring the number on your ticket, and we will do our best.',
    },
    { heading: 'Getting in' },
    {
      list: [
        'The car park is level and free after 6pm. Two wide spaces are beside the door, and we keep them.',
        'From the car park to the foyer there is no step. The doors are 95 cm wide and one of us holds them.',
        'The 14 bus stops outside. The last one back is at 10.40pm.',
      ],
    },
    { heading: 'The plan' },
    drawHallPlan(),
    {
      text: 'W is a wheelchair space, C the seat beside it for a companion, who comes free. Shaded seats are reached without a step: all of row A, and both ends of row E. Every other row has one step of 12 cm from the aisle.',
    },
    { heading: 'Hearing, seeing, sitting' },
    {
      list: [
        'A hearing loop covers rows A to H. Switch to T. The sound is best between seats 4 and 9.',
        'Programmes are printed large, at 18 point, on request; the text is sent by email a week before if you like.',
        'Seats are 52 cm wide. There are cushions in the foyer, and four chairs with arms: ask anyone with a torch.',
        'The accessible lavatory is on the left of the foyer, with a hoist.',
      ],
    },
    { heading: 'Relaxed performances' },
    {
      text: 'The Thursday of every run: lights a little up, sounds a little down, and in and out as you please. There is a quiet room, with a lamp and a window. Loud noises are announced on a card at the door.',
    },
  ]);

export const renderNewMembersGuide = (): Buffer =>
  renderPdf('New here? A guide to the first month', [
    {
      text: 'You came to one rehearsal and somebody gave you tea. This is what we would have told you if we hadn’t been interrupted.',
    },
    { heading: 'When we meet' },
    {
      list: [
        'Mondays and Wednesdays, 7.30pm to 9.45pm, in Lanternside Hall.',
        'Sundays, in the last three weeks before a show.',
        'Costume store: first Sunday of the month, ten to twelve.',
        'Lanternside Youth: Saturdays at ten, in term time.',
      ],
    },
    { heading: 'What it costs' },
    {
      text: 'The first three months are free. After that, membership is yearly. If the money is difficult, tell Liz; it goes no further, and it has never yet stopped anyone.',
    },
    { heading: 'What you might hear' },
    {
      columns: [0, 130],
      table: [
        ['Somebody says', 'They mean'],
        ['The half', 'Thirty-five minutes before we begin. Yes, thirty-five'],
        ['Off the book', 'Without the script in your hand'],
        ['Get-in, get-out', 'Carrying it in. Carrying it out'],
        ['Practical', 'It looks like a lamp and is one'],
        ['Strike', 'Take it away, please'],
        ['Notes', 'Sit down; it won’t take long. It will'],
      ],
    },
    { heading: 'Looking after each other' },
    {
      text: 'Nobody has to do anything on stage that they don’t want to, and nobody has to say why. Two of us look out for everyone’s welfare: their names and numbers are on the board by the kitchen. Young people are never the responsibility of one adult alone.',
    },
  ]);

export const renderCommitteeMinutes = (today: CalendarDate): Buffer =>
  renderPdf('Committee: what was decided', [
    {
      text: `For members. ${formatDemoDate(addDays(getLastRun(today).last, 5))}, in the committee room; six present, and Ted for the item on Ted’s van.`,
    },
    {
      list: [
        'The last show made £1,640 after everything. Thanks to Tom and his company.',
        'The hearing loop: £900 is still needed. A quiz, in February.',
        'Programme for the year after next: three plays to be read aloud on Sunday evenings; all welcome.',
        'The van has been repaired. It will be replaced when it can’t be.',
        'Next meeting: in four weeks, at half past seven, with cake.',
      ],
    },
  ]);

interface MemberDocument {
  name: string;
  content: Buffer;
  show_id?: string;
  member_docs?: 'members';
  /** The time at which the document was uploaded. */
  at: Instant;
}

/** Builds the documents for the people of the last show and of the coming shows, and those for all members. */
export function buildMemberDocuments(today: CalendarDate): MemberDocument[] {
  const before = (days: number, time: string): Instant => `${addDays(today, -days)}T${time}:00.000Z`;
  const spirit = buildDemoShowId('the next show');
  return [
    { name: 'Act two, corrected pages.pdf', content: renderCorrectedPages(), show_id: spirit, at: before(1, '20:45') },
    {
      name: 'Properties, and who is making them.pdf',
      content: renderPropertyList(today),
      show_id: spirit,
      at: before(9, '21:30'),
    },
    { name: 'Hall keys.pdf', content: renderHallKeys(today), member_docs: 'members', at: before(4, '09:02') },
    { name: 'What we all agree to.pdf', content: renderAgreement(), member_docs: 'members', at: before(41, '18:20') },
    {
      name: 'Dates for the garden.pdf',
      content: renderGardenDates(today),
      show_id: buildDemoShowId('the show after next'),
      at: before(7, '14:20'),
    },
    {
      name: 'The floor, section by section.pdf',
      content: renderFloorSections(),
      show_id: buildDemoShowId('the last show'),
      at: `${addDays(getLastRun(today).last, -2)}T19:15:00.000Z`,
    },
  ];
}

const renderCorrectedPages = () =>
  renderPdf('Blithe Spirit, act two: corrected pages', [
    { text: 'For the prompt copy. Louise has these already; please write them into yours, in pencil.' },
    {
      columns: [0, 70, 150],
      table: [
        ['Page', 'Cue', 'What is different'],
        ['38', 'LX 21', 'On the word “breakfast”, not after it'],
        ['41', 'Sound 9', 'The gramophone starts by itself. It will, from now on'],
        ['44', '', 'Ruth crosses behind the sofa; Elvira keeps the chair'],
        ['47', 'LX 24', 'Three seconds slower. Nick has seen it'],
        ['52', '', 'The vase is the plain one. The other one is Harriet’s mother’s'],
      ],
    },
  ]);

const renderPropertyList = (today: CalendarDate) =>
  renderPdf('Blithe Spirit: properties', [
    {
      text: `Everything in the hall by ${formatDemoDate(addDays(getNextRun(today).first, -21))}, please, working or not.`,
    },
    {
      columns: [0, 170, 270],
      table: [
        ['What', 'Who', 'Where it has got to'],
        ['Table that tips', 'Colin', 'Tips'],
        ['Gramophone', 'Simon', 'Plays. Stops when it likes'],
        ['Bicycle clips', 'Priya', 'Squeak in the right key'],
        ['Séance cloth', 'Joan', 'Dyed twice; once more'],
        ['Martini things', 'Zainab', 'Here, all but the olives'],
        ['Plain vase, four of', 'Fay', 'Three. One was needed'],
      ],
    },
  ]);

const renderHallKeys = (today: CalendarDate) =>
  renderPdf('Hall keys', [
    {
      text: 'Whoever has the keys is first in and last out, puts the heating on, and reads the meter. The switch is behind the piano.',
    },
    {
      columns: [0, 200],
      table: [
        ['From', 'Who has them'],
        ...['Peter', 'Aisha', 'Robert', 'Liz'].map((who, turn) => [
          formatDemoDate(findWeekdayOnOrAfter(addDays(today, -7 + turn * 14), 1)),
          who,
        ]),
      ],
    },
  ]);

const renderAgreement = () =>
  renderPdf('What we all agree to', [
    { text: 'Read this once a year. It is short on purpose.' },
    {
      list: [
        'We say where we will be, and come, and say so early when we can’t.',
        'Nobody is shouted at. Notes are given to actors, not about them.',
        'Young people are never the responsibility of one adult alone.',
        'What is told to the welfare officers stays with them.',
        'Whoever breaks it mends it, or says so before the next rehearsal.',
      ],
    },
  ]);

const renderGardenDates = (today: CalendarDate) => {
  const run = getSummerRun(today);
  return renderPdf('A Midsummer Night’s Dream: dates for the garden', [
    { text: 'For your diaries before you read for a part, rather than after.' },
    {
      list: [
        `First look at the walled garden: ${formatDemoDate(findWeekdayOnOrAfter(addDays(run.first, -90), 6))}, in boots.`,
        `In the garden from ${formatDemoDate(addDays(run.first, -16))}, when it’s dry.`,
        `Dress rehearsal with lanterns: ${formatDemoDate(addDays(run.first, -1))}, from 7pm until it’s dark.`,
        `Performances: ${formatDemoDate(run.first)} to ${formatDemoDate(run.last)}.`,
      ],
    },
  ]);
};

const renderFloorSections = () =>
  renderPdf('An Inspector Calls: the floor, section by section', [
    { text: 'It comes up in the order in which it went down, backwards. Gwen’s numbers are on the underside.' },
    {
      columns: [0, 90, 190],
      table: [
        ['Sections', 'People', 'Where to'],
        ['12 to 9', 'four', 'Ted’s van, flat, at the bottom'],
        ['8 to 5', 'four', 'Ted’s van, on their edges'],
        ['4 to 1', 'two', 'Scene dock, behind the flats'],
        ['The wedge', 'one', 'Gwen has it. Don’t ask'],
      ],
    },
  ]);
