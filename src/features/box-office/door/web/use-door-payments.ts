import type { doorPaymentMethods } from '#features/box-office/orders/order.ts';
import { usePayments } from '#features/box-office/orders/web/index.ts';
import type { DoorNote } from '../contract.ts';
import type { PendingNote } from '../pending-check-ins.ts';
import type { ShownParty } from '../shown-party.ts';
import type { Doorkeeper } from './doorkeeper.ts';

/** The network state that payments at a door depend on. */
export interface DoorPaymentState {
  pendingNotes: readonly PendingNote[];
  /** Notes that were sent and are not settled: taking that money again would take it twice. */
  notes: readonly DoorNote[];
  isOffline: boolean;
  addNote: Doorkeeper['addNote'];
}

/** Takes money at the door: with the network it is recorded, and without one noted. */
export function useDoorPayments(place: string, { pendingNotes, notes, isOffline, addNote }: DoorPaymentState) {
  const payments = usePayments(place);
  const writeDown = ({ id, due }: ShownParty, how: (typeof doorPaymentMethods)[number]) =>
    addNote({ kind: 'payment', order: id, how, pence: due });
  return {
    ...payments,
    /** The way in which a party's payment was noted, here or at another door; undefined if it wasn't. */
    noted: ({ id, ref }: ShownParty) =>
      pendingNotes.find((note) => note.kind === 'payment' && note.order === id)?.how ??
      notes.find((note) => note.kind === 'payment' && note.ref === ref)?.how,
    /** Returns true if the money is taken or noted. */
    take: async (party: ShownParty, how: (typeof doorPaymentMethods)[number], isSilent = false): Promise<boolean> => {
      if (isOffline) {
        writeDown(party, how);
        return true;
      }
      const { code } = await payments.pay(party.id, how, (answer) => {
        // It is unknown if the payment arrived. If it did, the person who confirms the note is told
        if (answer.code === 0) writeDown(party, how);
        return answer.code === 0 || (isSilent && answer.code === 200);
      });
      return code === 0 || code === 200;
    },
  };
}
