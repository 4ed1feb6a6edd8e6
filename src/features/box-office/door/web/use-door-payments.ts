import type { doorPaymentMethods } from '#features/box-office/orders/order.ts';
import { usePayments } from '#features/box-office/orders/web/index.ts';
import type { PendingNote } from '../check-ins.ts';
import type { DoorNote } from '../contract.ts';
import type { DisplayedParty } from '../shown-party.ts';
import type { Doorkeeper } from './doorkeeper.ts';

/** The state of the door that payments depend on. */
export interface DoorPaymentState {
  pendingNotes: readonly PendingNote[];
  /** Notes that were sent but not settled. Their money must not be taken again. */
  notes: readonly DoorNote[];
  isOffline: boolean;
  addNote: Doorkeeper['addNote'];
}

/** Takes payments at the door. Online, a payment is recorded; offline, a note of it is stored. */
export function useDoorPayments(place: string, { pendingNotes, notes, isOffline, addNote }: DoorPaymentState) {
  const payments = usePayments(place);
  const writeDown = ({ id, due }: DisplayedParty, how: (typeof doorPaymentMethods)[number]) =>
    addNote({ kind: 'payment', order: id, how, pence: due });
  return {
    ...payments,
    /** Returns the method of a party's noted payment, here or at another door; undefined if there is none. */
    getNotedMethod: ({ id, ref }: DisplayedParty) =>
      pendingNotes.find((note) => note.kind === 'payment' && note.order === id)?.how ??
      notes.find((note) => note.kind === 'payment' && note.ref === ref)?.how,
    /** Takes a payment. Returns true if it is recorded or noted. */
    take: async (
      party: DisplayedParty,
      how: (typeof doorPaymentMethods)[number],
      isSilent = false,
    ): Promise<boolean> => {
      if (isOffline) {
        writeDown(party, how);
        return true;
      }
      const { code } = await payments.pay(party.id, how, (answer) => {
        // The site may have recorded the payment even though no response arrived. The person who confirms the note then
        // sees that nothing is due
        if (answer.code === 0) writeDown(party, how);
        return answer.code === 0 || (isSilent && answer.code === 200);
      });
      return code === 0 || code === 200;
    },
  };
}
