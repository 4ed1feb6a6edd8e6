import type { Instant } from '#platform/shared/dates/dates.ts';
import { minute, subtractMs } from '#platform/shared/dates/durations.ts';
import { lowercaseInitial } from '#platform/shared/text/join-labels.ts';

export const seatKindLabels = {
  wheelchair: 'Wheelchair space',
  companion: 'Companion seat',
  restricted: 'Restricted view',
} as const;
export type SeatKind = keyof typeof seatKindLabels;

/** The special properties of a seat. */
export interface SeatMark {
  kind: SeatKind | '';
  /** The reason why a house seat is withheld from visitors; "" for any other seat. */
  reason: string;
  /** The number of minutes before the performance at which a house seat is released; 0 for never. */
  release: number;
}

/** Marks by seat. A seat without a mark has no special properties. */
export type SeatMarks = Readonly<Record<string, SeatMark>>;

/** The maximum time before a performance at which a house seat can be released: four weeks. */
export const maxHouseSeatReleaseMinutes = 28 * 24 * 60;

/** The maximum number of marked seats of a plan. */
export const maxSeatMarks = 400;

export const plainSeatMark: SeatMark = { kind: '', reason: '', release: 0 };

/** Returns true if the seat has no special properties. */
export const isPlainSeatMark = ({ kind, reason }: SeatMark): boolean => kind === '' && reason === '';

/**
 * Returns the time at which a house seat is released to visitors; undefined if the seat is never released, or isn't a
 * house seat.
 */
export const getHouseSeatReleaseTime = ({ reason, release }: SeatMark, starts_at: Instant): Instant | undefined =>
  reason === '' || release === 0 ? undefined : subtractMs(starts_at, release * minute);

interface SaleMoment {
  starts_at: Instant;
  now: Instant;
}

/**
 * Returns true if a seat is withheld from visitors at the time `now`. This is computed on demand, so that house seats
 * are released without a background job.
 */
export function isSeatWithheld(mark: SeatMark, { starts_at, now }: SaleMoment): boolean {
  if (mark.reason === '') return false;
  const released = getHouseSeatReleaseTime(mark, starts_at);
  return released === undefined || released > now;
}

/**
 * Returns the marks that apply at the given time. House seats that have been released by then are no longer marked as
 * house seats.
 */
export const getActiveSeatMarks = (marks: SeatMarks, at: SaleMoment): SeatMarks =>
  Object.fromEntries(
    Object.entries(marks).flatMap(([seat, mark]) => {
      const now = isSeatWithheld(mark, at) ? mark : { ...mark, reason: '', release: 0 };
      return isPlainSeatMark(now) ? [] : [[seat, now]];
    }),
  );

/** Lists the seats that are withheld from visitors at the given time. */
export const listWithheldSeats = (marks: SeatMarks, at: SaleMoment): string[] =>
  Object.entries(marks).flatMap(([seat, mark]) => (isSeatWithheld(mark, at) ? [seat] : []));

/** Labels for the release of house seats, by minutes before the performance. */
export const houseSeatReleaseLabels: Readonly<Record<number, string>> = {
  0: 'Never (release them yourself)',
  30: 'Half an hour before',
  60: 'An hour before',
  120: 'Two hours before',
  [24 * 60]: 'A day before',
  [2 * 24 * 60]: 'Two days before',
  [7 * 24 * 60]: 'A week before',
};

/** Formats the special properties of a seat: "wheelchair space, house seat (the author)"; "" for none. */
export const formatSeatMark = ({ kind, reason }: SeatMark): string =>
  [kind && lowercaseInitial(seatKindLabels[kind]), reason && `house seat (${reason})`].filter(Boolean).join(', ');
