import { earlier, later, latestInstant } from '#platform/shared/dates/durations.ts';

interface RecordedCheckIn {
  id: string;
  at: string;
  /** True if the ticket's holder came in; false undoes an earlier mark. */
  came: boolean;
}

/** Orders marks by arrival, independent of the door that made them and of when it sent them. */
const compareCheckIns = <M extends Pick<RecordedCheckIn, 'id' | 'at'>>(one: M, other: M): number =>
  one.at === other.at ? (one.id < other.id ? -1 : 1) : one.at < other.at ? -1 : 1;

/**
 * Returns the check-in that counts: the first since the last undo. Offline doors send late and sometimes twice, so the
 * result must not depend on the order in which check-ins arrive.
 * @returns undefined while its holder isn't in
 */
export function resolveArrival<M extends RecordedCheckIn>(marks: readonly M[]): M | undefined {
  let arrival: M | undefined;
  for (const mark of marks.toSorted(compareCheckIns)) arrival = mark.came ? (arrival ?? mark) : undefined;
  return arrival;
}

/** Finds the last time that somebody else showed the same ticket after its holder had come in. */
export function findRepeatScan<M extends RecordedCheckIn>(marks: readonly M[], arrival: M): M | undefined {
  return marks
    .filter((mark) => mark.came && mark.id !== arrival.id && compareCheckIns(arrival, mark) < 0)
    .toSorted(compareCheckIns)
    .at(-1);
}

/** A mark that waited no longer than this was sent at once (milliseconds). */
const maxImmediateDelayMs = 5000;

/**
 * Returns when a check-in happened. One sent at once is placed after all known check-ins of its ticket, so that of two
 * simultaneous scans the second is told “already in”.
 */
export function resolveCheckInTime(
  { waited }: { waited: number },
  { now, marks }: { now: string; marks: readonly Pick<RecordedCheckIn, 'at'>[] },
): string {
  if (waited > maxImmediateDelayMs) return earlier(now, waited);
  return latestInstant(now, ...marks.map(({ at }) => later(at, 1)));
}
