import { withOffset } from '#platform/shared/local-time.ts';
import type { Arrival, DoorTicket, KeptParty, Party } from './contract.ts';

/** What was done here and isn't sent yet, or isn't answered. */
export interface WaitingMark {
  id: string;
  ticket: string;
  came: boolean;
  /** Milliseconds, by this device's clock. */
  at: number;
}

/** A party as it is shown: with its name once that is fetched. */
export type ShownParty = KeptParty & Partial<Omit<Party, keyof KeptParty>>;

/** What a device may keep of a party. */
export const keptParty = ({ id, initial, seats, owes, tickets }: ShownParty): KeptParty => ({
  ...{ id, initial, seats, owes, tickets },
});

const arrivedOf = (arrived: Arrival | undefined): Pick<DoorTicket, 'arrived'> => (arrived ? { arrived } : {});

/** Parties as they stand once all that waits is sent, unless another door knows better. */
export function withWaiting(
  parties: readonly ShownParty[],
  waiting: readonly WaitingMark[],
  { device, timeZone }: { device: string; timeZone: string },
): ShownParty[] {
  const byTicket = Map.groupBy(waiting, ({ ticket }) => ticket);
  const standing = ({ arrived, ...ticket }: DoorTicket): DoorTicket => {
    const own = byTicket.get(ticket.id) ?? [];
    const now = own.reduce<Arrival | undefined>(
      (before, { came, at }) =>
        came ? (before ?? { at: withOffset(new Date(at).toISOString(), timeZone), device }) : undefined,
      arrived,
    );
    return { ...ticket, ...arrivedOf(now) };
  };
  return parties.map((party) => ({ ...party, tickets: party.tickets.map(standing) }));
}

/** How many of how many are in. */
export function countIn(parties: readonly Pick<KeptParty, 'tickets'>[]): { arrived: number; sold: number } {
  const tickets = parties.flatMap((party) => party.tickets);
  return { arrived: tickets.filter(({ arrived }) => arrived).length, sold: tickets.length };
}
