import type { RejectedSheetRow } from '#platform/server/formats/read-sheet.ts';
import type { CellNote, ImportQuestion } from '#platform/shared/calls/imports.ts';
import type { SimilarNames } from './archive-kind.ts';

export interface ShowImportReport extends SimilarNames {
  /** The file's name, without its folder. */
  file: string;
  dryRun: boolean;
  /** The number of rows with any content, including rejected ones. */
  rows: number;
  /** The number of new shows. */
  shows: number;
  /** The number of shows that exist already, and were left unchanged. */
  here: number;
  /** The number of new shows that were cancelled. */
  cancelled: number;
  /** The number of new shows that are archived. */
  archived: number;
  /** The titles of the first new shows, each with its date. */
  titles: string[];
  /** The number of new people. */
  persons: number;
  /** The names of the new people, A to Z. */
  newPeople: string[];
  credits: number;
  refused: RejectedSheetRow[];
  /**
   * The file of rejected rows and of rows with a skipped cell; "" if there are none, in a dry run, or if the file
   * couldn't be written.
   */
  rejectedFile: string;
  /** Headings whose columns were not used. */
  unused: string[];
  /** Remarks on cells and titles of the rows that weren't rejected. */
  notes: CellNote[];
  questions: ImportQuestion[];
}

/**
 * The maximum number of rejected rows, remarks or new people that the report lists, because more would be unreadable in
 * a terminal. Further rejected rows are in the file of rejected rows, which a dry run doesn't write.
 */
const maxLines = 50;

const count = (number: number, one: string, many = `${one}s`) =>
  `${number.toLocaleString('en-GB')} ${number === 1 ? one : many}`;

const andMore = (number: number) => (number > 0 ? [`  and ${number.toLocaleString('en-GB')} more`] : []);

/** Formats the report of an import for the person at the terminal. */
export function formatShowImportReport(report: ShowImportReport): string {
  return [
    formatFigures(report),
    formatRefusals(report),
    formatCellNotes(report),
    formatAnswers(report),
    formatNewPeople(report),
    formatSimilarNames(report),
    formatUnusedColumns(report),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function formatFigures({
  file,
  dryRun,
  rows,
  shows,
  here,
  cancelled,
  archived,
  persons,
  credits,
}: ShowImportReport): string {
  const some = [
    ...(cancelled > 0 ? [`, ${cancelled.toLocaleString('en-GB')} of them cancelled`] : []),
    ...(archived > 0 ? [`, ${archived.toLocaleString('en-GB')} ${cancelled > 0 ? '' : 'of them '}archived`] : []),
  ];
  const lines = [
    `${file}: ${count(rows, 'row')} read`,
    `  shows      ${count(shows, 'new one')}${some.join('')}`,
    `  unchanged  ${count(here, 'show')} already here`,
    `  people     ${count(persons, 'new one')}`,
    `  credits    ${count(credits, 'new one')}`,
  ];
  return [...lines, ...(dryRun ? ['This was a dry run: nothing has been changed.'] : [])].join('\n');
}

function formatRefusals({ refused, rejectedFile, dryRun }: ShowImportReport): string {
  if (refused.length === 0) return '';
  const shown = refused.slice(0, maxLines);
  const where = rejectedFile === '' ? '' : `, and saved in ${rejectedFile} to be corrected and imported again`;
  const unwritten =
    rejectedFile === '' && !dryRun
      ? [' They couldn’t be saved to a file. Check the permissions of the folder, and the space left on the disk.']
      : [];
  return [
    `${count(refused.length, 'row')} refused${where}:`,
    ...unwritten,
    ...shown.map(({ line, column, reason }) => `  line ${line}, ${column}: ${reason}`),
    ...andMore(refused.length - shown.length),
  ].join('\n');
}

function formatCellNotes({ notes, refused, rejectedFile }: ShowImportReport): string {
  if (notes.length === 0) return '';
  // If rows were rejected, the list of these rows already names the file
  const where =
    refused.length > 0 || rejectedFile === ''
      ? ''
      : `; rows with a cell that wasn’t imported are saved in ${rejectedFile}`;
  const kinds = { skipped: 'not imported: ', read: '', check: 'please check: ' } as const;
  return [
    `${count(notes.length, 'remark')} on single cells${where}:`,
    ...notes
      .slice(0, maxLines)
      .map(({ line, column, kind, reason }) => `  line ${line}, ${column}: ${kinds[kind]}${reason}`),
    ...andMore(notes.length - maxLines),
  ].join('\n');
}

function formatAnswers({ questions }: ShowImportReport): string {
  if (questions.length === 0) return '';
  const label = ({ options, answer }: ImportQuestion) => options.find(({ value }) => value === answer)?.label ?? answer;
  return [
    'To answer differently, use Import shows on the site. These questions were answered as shown:',
    ...questions.map((question) => {
      const examples = question.examples.map((example) => `“${example}”`).join(', ');
      return `  ${question.question} ${examples}: ${label(question)}`;
    }),
  ].join('\n');
}

function formatNewPeople({ newPeople }: ShowImportReport): string {
  if (newPeople.length === 0) return '';
  return [
    'New people:',
    ...newPeople.slice(0, maxLines).map((name) => `  ${name}`),
    ...andMore(newPeople.length - maxLines),
  ].join('\n');
}

function formatSimilarNames({ near, nearNames }: ShowImportReport): string {
  if (near === 0) return '';
  return [
    `${count(near, 'pair')} of similar names, kept as different people:`,
    ...nearNames.map(([a, b]) => `  ${a} / ${b}`),
    ...andMore(near - nearNames.length),
  ].join('\n');
}

function formatUnusedColumns({ unused }: ShowImportReport): string {
  return unused.length === 0 ? '' : `Columns that were not used: ${unused.join(', ')}`;
}
