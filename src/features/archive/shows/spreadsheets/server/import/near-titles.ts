import { yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import type { CellNote } from '#platform/shared/calls/imports.ts';
import { getLastDay } from '#platform/shared/dates/dates.ts';
import { fold } from '#platform/shared/text/text.ts';
import { isTypingSlip } from '#platform/shared/text/typing-slips.ts';
import type { NewShow } from '../../../fields.ts';
import { formatPartialDate } from '../../../partial-dates.ts';
import { formatRun, getFirstDate } from '../../../run.ts';

type Dated = Pick<NewShow, 'title' | 'first_date' | 'first_date_precision' | 'date' | 'date_precision'>;

/** The maximum number of shows of one date or title that a row is compared with. Only faulty files have more of them. */
const mostCompared = 200;

/**
 * Returns true if two folded titles differ only by typing mistakes: each word is the same or mistyped, or only the
 * spaces differ.
 */
export function isMistypedTitle(a: string, b: string): boolean {
  if (a === b) return false;
  const [words, others] = [a.split(' '), b.split(' ')];
  // Numbers tell plays apart: "Henry IV Part 1"
  const isSame = (word: string, at: number) =>
    word === others[at] || (!/\d/.test(word) && isTypingSlip(word, others[at] ?? ''));
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
 * Notes new shows that may be a show in the archive or an earlier row: one with the same first performance, and a title
 * that differs only by typing mistakes, or one with the same title, and dates that may overlap. The new shows are imported
 * nevertheless, because a person has to decide.
 */
export async function noteNearTitles(
  rows: readonly { line: number; row: NewShow }[],
  { fresh, existing, column }: { fresh: ReadonlySet<NewShow>; existing: readonly Dated[]; column: string },
): Promise<CellNote[]> {
  type Candidate = { title: string; show: Dated; place: string };
  const byDate = new Map<string, Candidate[]>();
  const byTitle = new Map<string, Candidate[]>();
  const add = (show: Dated, place: string) => {
    const candidate = { title: fold(show.title), show, place };
    for (const [group, key] of [
      [byDate, formatPartialDate(getFirstDate(show))],
      [byTitle, candidate.title],
    ] as const) {
      const same = group.get(key) ?? [];
      if (same.length < mostCompared) same.push(candidate);
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
    const title = fold(row.title);
    const sameDate = byDate.get(formatPartialDate(getFirstDate(row)));
    const near = sameDate?.find((other) => isMistypedTitle(title, other.title));
    const sameTitle = byTitle.get(title)?.find((other) => overlaps(row, other.show));
    const reason = near
      ? `“${row.title}” may be “${near.show.title}” ${near.place}, which has the same date (${formatRun(near.show)})`
      : sameTitle &&
        `“${row.title}” may be the show with this title ${sameTitle.place}, whose dates overlap (${formatRun(sameTitle.show)})`;
    if (reason) notes.push({ line, column, kind: 'check', reason });
    add(row, `on line ${line}`);
  }
  return notes;
}
