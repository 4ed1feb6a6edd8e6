import { findOrderIdsByEmail } from '#features/box-office/orders/server/index.ts';
import { createMentionPattern, type PersonalData } from '#platform/server/feature/personal-data.ts';

/**
 * Check-ins that the person made at a door, and notes that the person wrote or settled. Erasure keeps both, without the
 * person's name. Reasons for dismissing a note are deleted if they concern the person's order or mention the person.
 */
export const doorPersonalData: PersonalData = {
  name: 'let in at the door',
  tables: ['door_mark', 'door_note'],
  about: async (db, { id }) => {
    const marks = db.selectFrom('door_mark').select(['at', 'came', 'device']).where('user_id', '=', id);
    const notes = db
      .selectFrom('door_note')
      .select(['at', 'kind', 'how', 'pence', 'device', 'status', 'reason'])
      .where((row) => row.or([row('user_id', '=', id), row('settled_by', '=', id)]));
    return [
      ...(await marks.orderBy('at').orderBy('id').execute()),
      ...(await notes.orderBy('at').orderBy('id').execute()),
    ];
  },
  eraseFirst: async (tx, holder) => {
    const orders = new Set(await findOrderIdsByEmail(tx, holder.email));
    const named = createMentionPattern(holder);
    const notes = await tx
      .selectFrom('door_note')
      .select(['id', 'order_id', 'reason'])
      .where('reason', '<>', '')
      .execute();
    for (const { id, order_id, reason } of notes) {
      if (!orders.has(order_id ?? '') && reason.search(named) < 0) continue;
      await tx.updateTable('door_note').set({ reason: '' }).where('id', '=', id).execute();
    }
  },
  erase: async (tx, { id }) => {
    await tx.updateTable('door_mark').set({ user_id: null, device: '' }).where('user_id', '=', id).execute();
    await tx.updateTable('door_note').set({ user_id: null, device: '' }).where('user_id', '=', id).execute();
    await tx.updateTable('door_note').set({ settled_by: null }).where('settled_by', '=', id).execute();
  },
};
