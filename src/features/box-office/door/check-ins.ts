import { addDays, type Instant } from '#platform/shared/dates/dates.ts';
import { addMs, getLatestInstant, hour, subtractMs } from '#platform/shared/dates/durations.ts';
import { formatIsoWithOffset, toInstant, toLocalTime } from '#platform/shared/dates/local-time.ts';
import type { DoorArrival, DoorTicket, SubmittedNote } from './contract.ts';
import { maxNoteAgeMs } from './limits.ts';
import type { DisplayedParty } from './shown-party.ts';

interface RecordedCheckIn {
  id: string;
  at: string;
  /** True, or 1 in the database, if the ticket's holder came in; false or 0 if the record undoes a check-in. */
  came: boolean | 0 | 1;
}

/** Compares check-ins by time, then by id, so that the order doesn't depend on when or by which door they were sent. */
const compareCheckIns = <M extends Pick<RecordedCheckIn, 'id' | 'at'>>(one: M, other: M): number =>
  one.at === other.at ? (one.id < other.id ? -1 : 1) : one.at < other.at ? -1 : 1;

/**
 * Returns the check-in that counts: the first one after the last undo. Offline doors send late and sometimes twice, so
 * the result must not depend on the order in which check-ins arrive.
 * @returns undefined while the ticket's holder isn't in
 */
export function resolveArrival<M extends RecordedCheckIn>(checkIns: readonly M[]): M | undefined {
  let arrival: M | undefined;
  for (const checkIn of checkIns.toSorted(compareCheckIns)) arrival = checkIn.came ? (arrival ?? checkIn) : undefined;
  return arrival;
}

/** Finds a ticket's latest check-in after the arrival. Such a check-in means that the ticket was shown again. */
export function findRepeatedCheckIn<M extends RecordedCheckIn>(checkIns: readonly M[], arrival: M): M | undefined {
  return checkIns
    .filter((checkIn) => checkIn.came && checkIn.id !== arrival.id && compareCheckIns(arrival, checkIn) < 0)
    .toSorted(compareCheckIns)
    .at(-1);
}

/** A check-in counts as sent at once if its delay is at most this (milliseconds). */
const maxImmediateDelayMs = 5000;

/**
 * Returns the time of a check-in, which was sent `waited` milliseconds after it was made. A check-in that was sent at
 * once counts as later than all recorded check-ins of its ticket, so that the second of two simultaneous scans gets the
 * response “already in”.
 */
export function resolveCheckInTime(
  { waited }: { waited: number },
  { now, checkIns }: { now: string; checkIns: readonly Pick<RecordedCheckIn, 'at'>[] },
): string {
  if (waited > maxImmediateDelayMs) return subtractMs(now, waited);
  return getLatestInstant(now, ...checkIns.map(({ at }) => addMs(at, 1)));
}

/** Check-ins count from this many hours before the start, well before a hall opens. */
const hoursBeforeStart = 6;

/** The period in which check-ins count. Earlier and later check-ins are only practice. */
export interface CheckInPeriod {
  from: Instant;
  /** Exclusive: the end of the day after the performance. */
  until: Instant;
}

/**
 * Returns the period in which check-ins of a performance count: from six hours before it to the end of the next day.
 */
export const getCheckInPeriod = (startsAt: Instant, timeZone: string): CheckInPeriod => ({
  from: subtractMs(startsAt, hoursBeforeStart * hour),
  until: toInstant(`${addDays(toLocalTime(startsAt, timeZone).slice(0, 10), 2)}T00:00`, timeZone),
});

/** Returns true if a check-in at that time is practice. `at` is an instant or milliseconds since the epoch. */
export const isPracticeCheckIn = (at: Instant | number, { from, until }: CheckInPeriod): boolean => {
  const time = typeof at === 'number' ? at : Date.parse(at);
  return time < Date.parse(from) || time >= Date.parse(until);
};

/** A check-in on this device that the site hasn't confirmed yet. */
export interface PendingCheckIn {
  id: string;
  ticket: string;
  came: boolean;
  /** The time of the check-in in milliseconds, by this device's clock. */
  at: number;
}

type Pending<Note> = Note extends unknown ? Omit<Note, 'waited'> & { at: number } : never;

/** A payment or walk-up that was written down on this device and hasn't been sent yet. */
export type PendingNote = Pending<SubmittedNote>;

/** Adds the check-ins or notes in `added` that `own` lacks, and sorts all of them by time. */
export function mergePendingItems<Item extends { id: string; at: number }>(
  own: readonly Item[],
  added: readonly Item[],
): Item[] {
  const known = new Set(own.map(({ id }) => id));
  return [...added.filter(({ id }) => !known.has(id)), ...own].sort((one, other) => one.at - other.at);
}

/** Converts notes for sending. Each note gets the time that it has waited, up to the site's maximum. */
export const toSubmittedNotes = (notes: readonly PendingNote[], now: number): SubmittedNote[] =>
  notes.map(({ at, ...note }) => ({ ...note, waited: Math.min(Math.max(0, now - at), maxNoteAgeMs) }));

/** Counts the people in notes of walk-ups. */
export const countPeopleInNotes = (notes: readonly { tickets?: Readonly<Record<string, number>> }[]): number =>
  notes.flatMap(({ tickets = {} }) => Object.values(tickets)).reduce((sum, count) => sum + count, 0);

/** Formats the heading of a walk-up's note: "Walk-up, 2 people". */
export function formatWalkUp(note: { tickets?: Readonly<Record<string, number>> }): string {
  const people = countPeopleInNotes([note]);
  return `Walk-up, ${people === 1 ? 'one person' : `${people} people`}`;
}

const withArrival = (arrived: DoorArrival | undefined): Pick<DoorTicket, 'arrived'> => (arrived ? { arrived } : {});

/** Applies pending check-ins to parties. Another door's check-ins may still change the result on the site. */
export function applyPendingCheckIns(
  parties: readonly DisplayedParty[],
  pending: readonly PendingCheckIn[],
  { device, timeZone }: { device: string; timeZone: string },
): DisplayedParty[] {
  const byTicket = Map.groupBy(pending, ({ ticket }) => ticket);
  const applyTo = ({ arrived, ...ticket }: DoorTicket): DoorTicket => {
    const own = byTicket.get(ticket.id) ?? [];
    const now = own.reduce<DoorArrival | undefined>(
      (before, { came, at }) =>
        came ? (before ?? { at: formatIsoWithOffset(new Date(at).toISOString(), timeZone), device }) : undefined,
      arrived,
    );
    return { ...ticket, ...withArrival(now) };
  };
  return parties.map((party) => ({ ...party, tickets: party.tickets.map(applyTo) }));
}
