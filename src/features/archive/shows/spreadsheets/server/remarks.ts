import { isAnonymousName } from '#features/society/accounts/contract.ts';
import { yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { ImportContent } from '#platform/server/imports/import-reader.ts';
import type { CellNote, ImportQuestion } from '#platform/shared/calls/imports.ts';
import { getLastDay } from '#platform/shared/dates/dates.ts';
import { isTypoOf } from '#platform/shared/text/search-corrections.ts';
import { foldText } from '#platform/shared/text/text.ts';
import type { NewCredit, NewShow } from '../../fields.ts';
import { formatPartialDate } from '../../partial-dates.ts';
import {
  type ChosenNamesakes,
  countShowsByPerson,
  distinguishNamesakes,
  listCurrentNames,
} from '../../people/server/index.ts';
import { buildNameKey } from '../../people/similar-names.ts';
import { formatRun, getFirstDate } from '../../run.ts';
import { lacksDetails, type MissingDetails } from './fill-in-shows.ts';
import type { ExistingShow, MatchedShow } from './import/match-existing.ts';
import type { ArchiveColumn } from './import/parse-show-row.ts';

/**
 * Collects what a person should check about an import, on the site and at the terminal: remarks on cells and titles,
 * and questions about the file and about shows in the archive. `existing` are the shows from before the import.
 */
export async function collectRemarks(
  {
    columns,
    rows,
    notes,
    questions,
  }: Pick<ImportContent<NewShow, unknown>, 'columns' | 'rows' | 'notes' | 'questions'>,
  {
    fresh,
    missing,
    different,
    matched,
    existing,
    namesakes,
    answers,
  }: {
    fresh: ReadonlySet<NewShow>;
    missing: readonly MissingDetails[];
    different: readonly MatchedShow[];
    matched: readonly MatchedShow[];
    existing: readonly ExistingShow[];
    namesakes: readonly ImportQuestion[];
    answers: ReadonlySet<string>;
  },
): Promise<{ notes: CellNote[]; questions: ImportQuestion[] }> {
  const headingOf = (column: ArchiveColumn) => columns.find((one) => one.column === column)?.heading ?? column;
  const nearTitles = await findPossibleDuplicates(rows, { fresh, existing, column: headingOf('title') });
  return {
    notes: [...nearTitles, ...notes, ...noteUnchangedMarks(rows, { matched, existing, headingOf })],
    questions: [...questions, ...askAboutExisting(missing, different, answers), ...namesakes],
  };
}

/**
 * Notes the rows that mark an existing show as cancelled or archived. An import doesn't do either, because it would
 * affect the show's bookings and pages.
 */
function noteUnchangedMarks(
  rows: readonly { line: number; row: NewShow }[],
  {
    matched,
    existing,
    headingOf,
  }: {
    matched: readonly MatchedShow[];
    existing: readonly ExistingShow[];
    headingOf: (column: ArchiveColumn) => string;
  },
): CellNote[] {
  const marked = new Map(
    matched.flatMap(({ show, id }) => (show.cancelled || show.archived ? [[show, id] as const] : [])),
  );
  if (marked.size === 0) return [];
  const ids = new Set(marked.values());
  const here = new Map(existing.flatMap((show) => (ids.has(show.id) ? [[show.id, show] as const] : [])));
  return rows.flatMap(({ line, row }): CellNote[] => {
    const show = here.get(marked.get(row) ?? '');
    if (!show) return [];
    const note = (column: 'cancelled' | 'archived', verb: string): CellNote => ({
      ...{ line, column: headingOf(column), kind: 'check' },
      reason: `this show is already in the archive and isn’t ${column} there; an import doesn’t change that, so ${verb} it in Manage Shows`,
    });
    return [
      ...(row.cancelled && show.cancelled === 0 ? [note('cancelled', 'cancel')] : []),
      ...(row.archived && show.archived_at === null ? [note('archived', 'archive')] : []),
    ];
  });
}

/** The maximum number of examples in a question. */
const maxExamples = 3;

/** Asks about rows that match existing shows, because a person has to decide about each change of a show. */
function askAboutExisting(
  missing: readonly MissingDetails[],
  different: readonly MatchedShow[],
  answers: ReadonlySet<string>,
): ImportQuestion[] {
  const questions: ImportQuestion[] = [];
  if (different.length > 0 || answers.has('others=add')) {
    questions.push({
      key: 'others',
      question: 'These rows have the title and date of a show in the archive, but another season, venue or director.',
      examples: different
        .slice(0, maxExamples)
        .map(({ show, difference }) => `${show.title}, ${formatRun(show)}, another ${difference}`),
      options: [
        { value: 'same', label: 'They are the same shows: leave them unchanged' },
        { value: 'add', label: 'They’re different shows: add them' },
      ],
      answer: answers.has('others=add') ? 'add' : 'same',
    });
  }
  const lessExact = missing.flatMap(({ name, dates }) => (dates ? [`${name} → ${formatRun(dates)}`] : []));
  if (lessExact.length > 0 || answers.has('exact_dates=add')) {
    questions.push({
      key: 'exact_dates',
      question: 'Your file has a more exact date for these shows in the archive.',
      examples: lessExact.slice(0, maxExamples),
      options: [
        { value: 'same', label: 'They are the same shows: leave their dates unchanged' },
        { value: 'refine', label: 'They are the same shows: change their dates' },
        { value: 'add', label: 'They’re different shows: add them' },
      ],
      answer: ['refine', 'add'].find((answer) => answers.has(`exact_dates=${answer}`)) ?? 'same',
    });
  }
  const incomplete = missing.filter(lacksDetails);
  if (incomplete.length > 0) {
    questions.push({
      key: 'existing',
      question:
        incomplete.length === 1
          ? 'A show in the archive lacks something that your file has.'
          : `${incomplete.length.toLocaleString('en-GB')} shows in the archive lack something that your file has.`,
      examples: incomplete.slice(0, maxExamples).map(describeMissingDetails),
      options: [
        { value: 'keep', label: 'Change nothing' },
        { value: 'fill', label: 'Fill in what is missing; nothing is overwritten' },
      ],
      answer: answers.has('existing=fill') ? 'fill' : 'keep',
    });
  }
  return questions;
}

/** Describes the details that would be filled in: "Hay Fever, 1987: venue, 5 credits, 2 roles". */
function describeMissingDetails({ name, texts, credits, roles }: MissingDetails): string {
  const fields = Object.keys(texts).map((field) =>
    field === 'text_blob' ? 'description' : field.replaceAll('_', ' '),
  );
  const people = credits.length === 0 ? [] : [credits.length === 1 ? 'one credit' : `${credits.length} credits`];
  const parts = roles.length === 0 ? [] : [roles.length === 1 ? 'one role' : `${roles.length} roles`];
  return `${name}: ${[...fields, ...people, ...parts].join(', ')}`;
}

type Dated = Pick<NewShow, 'title' | 'first_date' | 'first_date_precision' | 'date' | 'date_precision'>;

/** The maximum number of shows of one date or title that a row is compared with. Only faulty files have more of them. */
const maxCompared = 200;

/**
 * Returns true if two folded titles differ only by typing mistakes: each word is the same or mistyped, or only the
 * spaces differ.
 */
export function isMistypedTitle(a: string, b: string): boolean {
  if (a === b) return false;
  const [words, others] = [a.split(' '), b.split(' ')];
  // Numbers tell plays apart: "Henry IV Part 1"
  const isSame = (word: string, at: number) =>
    word === others[at] || (!/\d/.test(word) && isTypoOf(word, others[at] ?? ''));
  return (words.length === others.length && words.every(isSame)) || a.replaceAll(' ', '') === b.replaceAll(' ', '');
}

const isKnownToTheDay = (run: Dated) => run.first_date_precision === 'day' && run.date_precision === 'day';

/**
 * Returns true if two runs may have a day in common: "12 May 1990" and "1990". Two shows of the same year or month have
 * been told apart already, so equal runs count only if they are known to the day.
 */
const overlaps = (one: Dated, other: Dated): boolean =>
  one.first_date <= getLastDay(other.date, other.date_precision) &&
  other.first_date <= getLastDay(one.date, one.date_precision) &&
  (isKnownToTheDay(one) || formatRun(one) !== formatRun(other));

/**
 * Notes new shows that may be the same as a show in the archive or in an earlier row: shows with the same first date
 * and a title that differs only by typing mistakes, and shows with the same title and dates that may overlap. The new
 * shows are imported nevertheless, because a person has to decide.
 */
export async function findPossibleDuplicates(
  rows: readonly { line: number; row: NewShow }[],
  { fresh, existing, column }: { fresh: ReadonlySet<NewShow>; existing: readonly Dated[]; column: string },
): Promise<CellNote[]> {
  type Candidate = { title: string; show: Dated; place: string };
  const byDate = new Map<string, Candidate[]>();
  const byTitle = new Map<string, Candidate[]>();
  const add = (show: Dated, place: string) => {
    const candidate = { title: foldText(show.title), show, place };
    for (const [group, key] of [
      [byDate, formatPartialDate(getFirstDate(show))],
      [byTitle, candidate.title],
    ] as const) {
      const same = group.get(key) ?? [];
      if (same.length < maxCompared) same.push(candidate);
      group.set(key, same);
    }
  };
  for (const show of existing) {
    await yieldToEventLoop();
    add(show, 'in the archive');
  }
  const notes: CellNote[] = [];
  for (const { line, row } of rows) {
    await yieldToEventLoop();
    if (!fresh.has(row)) continue;
    const title = foldText(row.title);
    const sameDate = byDate.get(formatPartialDate(getFirstDate(row)));
    const near = sameDate?.find((other) => isMistypedTitle(title, other.title));
    const sameTitle = byTitle.get(title)?.find((other) => overlaps(row, other.show));
    const reason = near
      ? `“${row.title}” may be “${near.show.title}” ${near.place}: the first date is the same (${formatRun(near.show)})`
      : sameTitle &&
        `“${row.title}” may be the show with this title ${sameTitle.place}: the dates may overlap (${formatRun(sameTitle.show)})`;
    if (reason) notes.push({ line, column, kind: 'check', reason });
    add(row, `on line ${line}`);
  }
  return notes;
}

/**
 * Builds the key of a question about namesakes; `usualId` is the id of the person who is chosen if the question isn't
 * answered.
 */
const buildKey = (usualId: string) => `who ${usualId}`;

/** Parses the answers to the questions about namesakes: "who AAAA=BBBB" chooses B where A would be used. */
export const parseChosenNamesakes = (answers: Iterable<string>): ChosenNamesakes =>
  new Map(
    [...answers].flatMap((answer) => {
      const [, usual, chosen] = /^who ([\w-]{15,16})=([\w-]{15,16})$/.exec(answer) ?? [];
      return usual && chosen ? [[usual, chosen] as const] : [];
    }),
  );

/**
 * Builds a question for each name in new credits that several people share, because the archive can't know who is
 * meant. Anonymous names are left out.
 */
export async function findNamesakeQuestions(
  db: DbReader,
  shows: readonly ((NewShow | { name: string }) & { credits: readonly NewCredit[] })[],
  chosen: ChosenNamesakes = new Map(),
): Promise<ImportQuestion[]> {
  const everyone = Map.groupBy(await listCurrentNames(db), ({ name_key }) => name_key);
  const examples = new Map<string, Set<string>>();
  for (const show of shows) {
    const name = 'name' in show ? show.name : `${show.title}, ${formatRun(show)}`;
    for (const { person } of show.credits) {
      const key = buildNameKey(person);
      if ((everyone.get(key)?.length ?? 0) < 2 || isAnonymousName(person)) continue;
      examples.set(key, (examples.get(key) ?? new Set()).add(name));
    }
    await yieldToEventLoop();
  }
  if (examples.size === 0) return [];
  const counts = new Map((await countShowsByPerson(db)).map(({ person_id, shows }) => [person_id, Number(shows)]));
  const questions: ImportQuestion[] = [];
  for (const [key, names] of examples) {
    const people = everyone.get(key) ?? [];
    const [usual] = people;
    if (!usual) continue;
    const namesakes = new Set(people.map(({ id }) => id));
    const matches = people.map(({ id, name }) => ({ id, name, also: '', shows: counts.get(id) ?? 0 }));
    const chosenId = chosen.get(usual.id) ?? '';
    questions.push({
      key: buildKey(usual.id),
      question: `${people.length === 2 ? 'Two' : people.length} people are called ${usual.name}. Which of them is meant?`,
      examples: [...names].slice(0, maxExamples),
      options: (await distinguishNamesakes(db, { namesakes }, matches)).map(({ id, name, shows, career }) => ({
        value: id,
        label: [name, shows === 0 && 'not in any shows', career].filter(Boolean).join(', '),
      })),
      answer: namesakes.has(chosenId) ? chosenId : usual.id,
    });
  }
  return questions;
}
