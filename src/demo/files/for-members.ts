import { addDays, type CalendarDate, type Instant } from '#platform/shared/dates/dates.ts';
import { buildDemoShowId } from '../people/ids.ts';
import { findWeekdayOnOrAfter, formatDemoDate, getLastRun, getNextRun, getSummerRun } from '../seasons/dates.ts';
import { renderPdf } from './pdf.ts';

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
