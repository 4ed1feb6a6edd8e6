import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import type { DoorArrival, DoorTicket, SentNote } from './contract.ts';
import { maxNoteAgeMs } from './limits.ts';
import type { ShownParty } from './shown-party.ts';

/** A mark that was made here and isn't sent or answered yet. */
export interface PendingCheckIn {
  id: string;
  ticket: string;
  came: boolean;
  /** Milliseconds, by this device's clock. */
  at: number;
}

type Pending<Note> = Note extends unknown ? Omit<Note, 'waited'> & { at: number } : never;

/** A payment or walk-up that was written down here without a network, and isn't handed in yet. */
export type PendingNote = Pending<SentNote>;

/** Notes in the form they are sent: each with the time it has waited, limited to the site's maximum. */
export const toSentNotes = (notes: readonly PendingNote[], now: number): SentNote[] =>
  notes.map(({ at, ...note }) => ({ ...note, waited: Math.min(Math.max(0, now - at), maxNoteAgeMs) }));

/** Counts the people who came without a ticket, by these notes. */
export const countHeads = (notes: readonly { tickets?: Readonly<Record<string, number>> }[]): number =>
  notes.flatMap(({ tickets = {} }) => Object.values(tickets)).reduce((sum, count) => sum + count, 0);

const withArrival = (arrived: DoorArrival | undefined): Pick<DoorTicket, 'arrived'> => (arrived ? { arrived } : {});

/** Parties as they will be once all waiting marks are sent, unless another door knows better. */
export function applyPendingCheckIns(
  parties: readonly ShownParty[],
  pending: readonly PendingCheckIn[],
  { device, timeZone }: { device: string; timeZone: string },
): ShownParty[] {
  const byTicket = Map.groupBy(pending, ({ ticket }) => ticket);
  const standing = ({ arrived, ...ticket }: DoorTicket): DoorTicket => {
    const own = byTicket.get(ticket.id) ?? [];
    const now = own.reduce<DoorArrival | undefined>(
      (before, { came, at }) =>
        came ? (before ?? { at: formatIsoWithOffset(new Date(at).toISOString(), timeZone), device }) : undefined,
      arrived,
    );
    return { ...ticket, ...withArrival(now) };
  };
  return parties.map((party) => ({ ...party, tickets: party.tickets.map(standing) }));
}
