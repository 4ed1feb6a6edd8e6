import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import type { DoorArrival, DoorTicket, SubmittedNote } from './contract.ts';
import { maxNoteAgeMs } from './limits.ts';
import type { DisplayedParty } from './shown-party.ts';

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

/** Adds those check-ins or notes that aren't in a list yet, and sorts the list by time. */
export function mergePending<Item extends { id: string; at: number }>(
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
export const countNotedPeople = (notes: readonly { tickets?: Readonly<Record<string, number>> }[]): number =>
  notes.flatMap(({ tickets = {} }) => Object.values(tickets)).reduce((sum, count) => sum + count, 0);

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
