import { yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import type { CellNote } from '#platform/shared/calls/imports.ts';
import { fold } from '#platform/shared/text/text.ts';
import { isTypingSlip } from '#platform/shared/text/typing-slips.ts';
import type { NewShow } from '../../../incoming-show.ts';
import { formatPartialDate } from '../../../partial-dates.ts';
import { formatRun, getFirstDate } from '../../../run.ts';

type Dated = Pick<NewShow, 'title' | 'first_date' | 'first_date_precision' | 'date' | 'date_precision'>;

/** The maximum number of shows of one date that a title is compared with. More have the same date only by mistake. */
const mostCompared = 200;

/** Returns true if two folded titles differ, but only by typing mistakes: each word is the same or mistyped. */
export function isMistypedTitle(a: string, b: string): boolean {
  if (a === b) return false;
  const [words, others] = [a.split(' '), b.split(' ')];
  // Numbers tell plays apart: "Henry IV Part 1"
  const isSame = (word: string, at: number) =>
    word === others[at] || (!/\d/.test(word) && isTypingSlip(word, others[at] ?? ''));
  return (words.length === others.length && words.every(isSame)) || a.replaceAll(' ', '') === b.replaceAll(' ', '');
}

/**
 * Notes new shows with the first performance of a show in the archive, or of an earlier row, whose title differs only by
 * typing mistakes. They are imported: a person decides.
 */
export async function noteNearTitles(
  rows: readonly { line: number; row: NewShow }[],
  { fresh, existing, column }: { fresh: ReadonlySet<NewShow>; existing: readonly Dated[]; column: string },
): Promise<CellNote[]> {
  const byDate = new Map<string, { title: string; show: Dated; place: string }[]>();
  const add = (show: Dated, place: string) => {
    const date = formatPartialDate(getFirstDate(show));
    const same = byDate.get(date) ?? [];
    if (same.length < mostCompared) same.push({ title: fold(show.title), show, place });
    byDate.set(date, same);
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
    if (near) {
      const reason = `“${row.title}” may be “${near.show.title}” ${near.place}, which has the same date (${formatRun(near.show)})`;
      notes.push({ line, column, kind: 'check', reason });
    }
    add(row, `on line ${line}`);
  }
  return notes;
}
