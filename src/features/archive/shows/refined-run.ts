import type { NewShow } from './incoming-show.ts';
import { formatPartialDate } from './partial-dates.ts';

/** The dates of a show's first and last performance, each as precise as it is known. */
export type RunDates = Pick<NewShow, 'first_date' | 'first_date_precision' | 'date' | 'date_precision'>;

const formatEnds = (run: RunDates) =>
  [
    formatPartialDate({ date: run.first_date, precision: run.first_date_precision }),
    formatPartialDate({ date: run.date, precision: run.date_precision }),
  ] as const;

/**
 * Returns true if a run has the same dates as another run, but more precisely: "12–15 May 1987" refines "May 1987" and
 * "1987", but neither "1986" nor "12 May 1987". No date may become less precise or contradict the other run.
 */
export function refinesRun(exact: RunDates, known: RunDates): boolean {
  const [first, last] = formatEnds(exact);
  const [knownFirst, knownLast] = formatEnds(known);
  return first.startsWith(knownFirst) && last.startsWith(knownLast) && (first !== knownFirst || last !== knownLast);
}
