import { SheetError } from '#platform/server/formats/sheet.ts';
import type { ImportKind } from '#platform/server/imports/import-kind.ts';
import { type AddNote, RowError } from '#platform/shared/calls/imports.ts';
import { cleanLine } from '#platform/shared/text/clean-line.ts';
import type { NewShow } from '../../../fields.ts';
import { buildNameKey, findSimilarPairs } from '../../../people/similar-names.ts';
import { type ArchiveColumn, archiveColumns, resolveDateColumn } from './headers.ts';
import { extendKey, findDifference } from './import-key.ts';
import { parseShowRow } from './parse-show-row.ts';
import { findArchiveQuestions, findDoubleBills, isNoShow, isUnfinishedTitle, toArchiveReading } from './questions.ts';

/**
 * The maximum size of an archive file. A whole archive is under 1 MB, so a file over 20 MB is broken or isn't an
 * archive.
 */
export const MAX_ARCHIVE_BYTES = 20 * 1024 * 1024;

/** The maximum number of credits: twenty for each of the maximum number of shows. */
const maxCredits = 400_000;

/** The maximum number of pairs of similar names shown, because more would be unreadable. */
const maxPairsShown = 500;

/** The people whom the site has before an archive is read. */
export interface ExistingPeople {
  names: readonly string[];
}

/** Names in the file that are similar to other names, in the file or among existing people. */
export interface SimilarNames {
  near: number;
  /** The first pairs of similar names. */
  nearNames: [string, string][];
}

/** An archive of shows, as CSV or as an Excel workbook. */
export const archiveKind: ImportKind<ArchiveColumn, NewShow, ExistingPeople, SimilarNames> = {
  columns: archiveColumns,
  required: [[['title']], [['last performance'], ['first performance'], ['date'], ['year'], ['season']]],
  repeatable: ['cast', 'crew', 'description'],
  settle: resolveDateColumn,
  subject: 'an archive of shows',
  maxBytes: MAX_ARCHIVE_BYTES,
  // Twenty times the number of shows (a thousand) that a society puts on in a hundred years
  mostRows: 20_000,
  findQuestions: findArchiveQuestions,
  createRowParser(existing, sheet) {
    const reading = toArchiveReading(sheet, existing.names, buildNameKey);
    const doubleBills = sheet.answers.get('double bills') === 'join' ? findDoubleBills(sheet) : new Set<number>();
    const titles = sheet.list('title').map(cleanLine);
    const earlier = new Map<string, { line: number; show: NewShow }[]>();
    let credits = 0;
    let place = -1;
    return (cell, line, addNote) => {
      place += 1;
      const title = titles[place] ?? '';
      if (doubleBills.has(place - 1)) {
        throw new RowError('title', `imported with the row above, as “${titles[place - 1]} ${title}”`, {
          isPartOfAnother: true,
        });
      }
      if (isNoShow(title) && sheet.answers.get('no shows') === 'skip') {
        throw new RowError('title', `“${title}” says that there was no show`);
      }
      if (isUnfinishedTitle(title) && !doubleBills.has(place)) {
        addNote('title', 'check', `“${title}” looks like the first half of a title`);
      }
      const whole = doubleBills.has(place) ? `${title} ${titles[place + 1]}` : undefined;
      const show = parseShowRow((column) => (column === 'title' && whole ? whole : cell(column)), reading, addNote);
      tellApart(show, line, earlier, addNote);
      credits += show.credits.length;
      if (credits <= maxCredits) return show;
      throw new SheetError(
        `The file has more than ${maxCredits.toLocaleString('en-GB')} credits. Split it into smaller files and import each one.`,
      );
    };
  },
  summarise(shows, existing) {
    const names = shows.flatMap((show) => show.credits.map((credit) => credit.person));
    const inFile = new Set(names.map(buildNameKey));
    const pairs = findSimilarPairs([...existing.names, ...names]).filter((pair) =>
      pair.some((name) => inFile.has(buildNameKey(name))),
    );
    return { near: pairs.length, nearNames: pairs.slice(0, maxPairsShown) };
  },
};

/**
 * Gives a show its own key if it has the title, date and company of an earlier row, but another season, venue or
 * director.
 * @throws RowError if the two shows don't differ
 */
function tellApart(
  show: NewShow,
  line: number,
  earlier: Map<string, { line: number; show: NewShow }[]>,
  addNote: AddNote<ArchiveColumn>,
): void {
  const key = show.import_key ?? '';
  const same = earlier.get(key) ?? [];
  earlier.set(key, [...same, { line, show }]);
  const [first] = same;
  if (first === undefined) return;
  const alike = same.find(({ show: other }) => findDifference(show, other) === undefined);
  const difference = findDifference(show, first.show);
  if (alike || difference === undefined) throw new RowError('title', describeDouble(show, alike ?? first));
  const extended = extendKey(show, difference);
  if (earlier.has(extended)) throw new RowError('title', `line ${earlier.get(extended)?.[0]?.line} has the same show`);
  earlier.set(extended, [{ line, show }]);
  show.import_key = extended;
  addNote(
    'title',
    'read',
    `line ${first.line} has the same title and date, but another ${difference}, so this row is a separate show`,
  );
}

/** Says which earlier row has the same show, and what to do if the later row names more people. */
function describeDouble(show: NewShow, { line, show: earlier }: { line: number; show: NewShow }): string {
  const known = new Set(earlier.credits.map(({ person }) => buildNameKey(person)));
  const hasMore = show.credits.some(({ person }) => !known.has(buildNameKey(person)));
  const advice = '; to add the other people in this row, import the file of rejected rows afterwards';
  return `line ${line} has the same show${hasMore ? advice : ''}`;
}
