import { mayUse } from '#features/accounts/server/index.ts';
import { doneBy, recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { writeSale } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { ok } from '#platform/server/http/call.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { notFound } from '#platform/server/http/refusal.ts';
import { addBookingMod, deleteBookingMod } from '../contract.ts';
import { applyMod } from './apply.ts';
import { findMod, recordMod } from './store.ts';
import { undoMod } from './undo.ts';

const access = mayUse('bookings');

/** Changes to bookings by hand, and undoing them. */
export function bookingChangeCalls({ call, db }: Platform, { environment, all }: Services): void {
  call(addBookingMod, { access }, async (request) => {
    const { body, now, once } = request;
    const tickets = Array.from({ length: body.change_quantity }, newId);
    const prepared = { id: newId(), order: newId(), tickets, now, environment, all };
    const audit = { ...doneBy(request), action: 'changed a booking' };
    return once(writeSale, async (tx) => {
      const { mod, order, to, ...applied } = await applyMod(tx, body, prepared);
      await recordMod(tx, mod, applied.tickets);
      const what = `${body.change_quantity} ${to.type} for ${to.when}`;
      await recordAudit(tx, { ...audit, subject: order.id, detail: `${order.ref}: ${what}` });
      return ok(`${order.ref}: ${what}.`, { id: mod.id });
    });
  });

  call(deleteBookingMod, { access }, async (request) => {
    const { body, now } = request;
    const mod = (await findMod(request.db, body.id)) ?? notFound();
    const as = newId();
    const audit = { ...doneBy(request), action: 'undid a change to a booking', subject: mod.order_id };
    await writeSale(db, async (tx) => {
      const current = (await findMod(tx, mod.id)) ?? notFound();
      await undoMod(tx, current, { as, now, environment, all });
      await recordAudit(tx, { ...audit, detail: `${mod.change_quantity} × ${mod.to_item}` });
    });
    return ok('The change is undone.');
  });
}
