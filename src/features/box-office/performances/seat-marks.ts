import type { Instant } from '#platform/shared/dates/dates.ts';
import { earlier, minute } from '#platform/shared/dates/durations.ts';

/** The kinds of special seats. */
export const seatKinds = {
  wheelchair: 'Wheelchair space',
  companion: 'Companion seat',
  restricted: 'Restricted view',
} as const;
export type SeatKind = keyof typeof seatKinds;

/** The special properties of a seat. */
export interface SeatMark {
  kind: SeatKind | '';
  /** For a house seat, the reason why it is withheld from visitors; "" for a seat sold to them. */
  reason: string;
  /** The number of minutes before the performance at which a house seat is released; 0 for never. */
  release: number;
}

/** Seats that aren't named are like any other. */
export type SeatMarks = Readonly<Record<string, SeatMark>>;

/** The maximum time before a performance at which a house seat can be released: four weeks. */
export const maxReleaseMinutes = 28 * 24 * 60;

/** More than any hall has. */
export const maxSeatMarks = 400;

export const plainSeat: SeatMark = { kind: '', reason: '', release: 0 };

/** Returns true if the seat has no special properties. */
export const isPlain = ({ kind, reason }: SeatMark): boolean => kind === '' && reason === '';

/** Returns the time at which a house seat is released to visitors; undefined if it never is, or isn't a house seat. */
export const releasedAt = ({ reason, release }: SeatMark, starts_at: Instant): Instant | undefined =>
  reason === '' || release === 0 ? undefined : earlier(starts_at, release * minute);

interface At {
  starts_at: Instant;
  now: Instant;
}

/**
 * Returns true if a seat is withheld from visitors at that moment. It is computed each time, so that it depends on no
 * job.
 */
export function isWithheld(mark: SeatMark, { starts_at, now }: At): boolean {
  if (mark.reason === '') return false;
  const released = releasedAt(mark, starts_at);
  return released === undefined || released > now;
}

/** Returns the marks that count at that moment: a released house seat is like any other. */
export const filterActiveMarks = (marks: SeatMarks, at: At): SeatMarks =>
  Object.fromEntries(
    Object.entries(marks).flatMap(([seat, mark]) => {
      const now = isWithheld(mark, at) ? mark : { ...mark, reason: '', release: 0 };
      return isPlain(now) ? [] : [[seat, now]];
    }),
  );

/** Returns the labels of the seats that are withheld from visitors at that moment. */
export const withheldSeats = (marks: SeatMarks, at: At): string[] =>
  Object.entries(marks).flatMap(([seat, mark]) => (isWithheld(mark, at) ? [seat] : []));

/** The choices for when a house seat is released, by minutes before the performance. */
export const releaseLabels: Readonly<Record<number, string>> = {
  0: 'Never (release it yourself)',
  30: 'Half an hour before',
  60: 'An hour before',
  120: 'Two hours before',
  [24 * 60]: 'A day before',
  [2 * 24 * 60]: 'Two days before',
  [7 * 24 * 60]: 'A week before',
};

/** "Wheelchair space", "house seat for the author": the special properties of a seat, for the planner; "" for none. */
export const formatSeatMark = ({ kind, reason }: SeatMark): string =>
  [kind && seatKinds[kind], reason && `house seat (${reason})`].filter(Boolean).join(', ');
