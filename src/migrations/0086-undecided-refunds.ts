import { sql } from 'kysely';
import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { addColumns }) {
    await addColumns('ticket_order', {
      // Its money was refunded while its tickets stay valid, and nobody has decided what happens to the tickets
      undecided: column.boolean(),
      // Why it, or some of its tickets, was cancelled
      cancel_reason: column.text(),
    });
    // Orders that count as paid though the society holds less than their valid tickets were sold for, since payments
    // were refunded or corrected in the ledger. Refunding one by its page was a decision
    await sql`
      update ticket_order set undecided = 1
      where status = 'paid' and source <> 'import'
        and (
          exists (
            select 1 from order_charge
            inner join entry on entry.charge_id = order_charge.entry_id or entry.corrects = order_charge.entry_id
            where order_charge.order_id = ticket_order.id and entry.kind <> 'fee'
          )
          or exists (
            select 1 from order_charge
            inner join payment_intent on payment_intent.charge_id = order_charge.entry_id
            where order_charge.order_id = ticket_order.id
              and payment_intent.kind = 'refund' and payment_intent.status = 'open'
          )
        )
        and not exists (
          select 1 from audit where audit.subject = ticket_order.id and audit.action = 'refunded an order'
        )
        and (
          select coalesce(sum(ticket.pence - ticket.discount), 0) from ticket
          where ticket.order_id = ticket_order.id and ticket.given_back_at is null
        ) > (
          select coalesce(sum(entry.amount), 0) from order_charge
          inner join entry on entry.id = order_charge.entry_id
            or entry.corrects = order_charge.entry_id
            or (entry.charge_id = order_charge.entry_id and entry.kind = 'refund')
          where order_charge.order_id = ticket_order.id
        ) - (
          select coalesce(sum(payment_intent.pence), 0) from order_charge
          inner join payment_intent on payment_intent.charge_id = order_charge.entry_id
          where order_charge.order_id = ticket_order.id
            and payment_intent.kind = 'refund' and payment_intent.status = 'open'
        )
    `.execute(db);
    await db.schema
      .createIndex('ticket_order_undecided')
      .on('ticket_order')
      .column('created_at')
      .where(sql<boolean>`undecided = 1`)
      .execute();
  },
};
