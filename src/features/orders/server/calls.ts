import { randomInt } from 'node:crypto';
import { mayUse } from '#features/accounts/server/index.ts';
import { enter, leftOfCharge } from '#features/books/server/index.ts';
import { findPerformance, freePlaces, performancesOf } from '#features/performances/server/index.ts';
import { findShowInShort } from '#features/shows/server/index.ts';
import { readSettings } from '#features/society/server/index.ts';
import { doneBy, recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { writeSale } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { ok } from '#platform/server/http/call.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { notFound, refuse } from '#platform/server/http/refusal.ts';
import { momentInWords, withOffset } from '#platform/shared/dates.ts';
import { asMoney } from '#platform/shared/money.ts';
import * as contract from '../contract.ts';
import { ticketsInWords, totalOf } from '../order.ts';
import { type Wanted, wantedOf } from '../wanted.ts';
import { chargeTickets, sell, ticketsFor } from './sell.ts';
import { endOrder, findOrder, setPaid, ticketsOf } from './store.ts';

const access = mayUse('bookings');

/** References to choose from: of six figures, so that nobody tells from one how many were sold. */
const someRefs = () => Array.from({ length: 8 }, () => randomInt(100_000, 1_000_000));

/** What the box office sells by telephone and at the door, keeps for somebody, and takes back. */
export function orderCalls({ call, db }: Platform, { environment }: Pick<Services, 'environment'>): void {
  call(contract.sellTickets, { access }, async (request) => {
    const { body, now, once } = request;
    const performance = (await findPerformance(request.db, body.performance_id)) ?? notFound();
    const { timeZone } = await readSettings(request.db);
    const when = momentInWords(withOffset(performance.starts_at, timeZone));
    if (performance.cancelled_at !== null) refuse(409, `${when} is cancelled, so there are no tickets for it.`);
    if (body.how === 'comp' && body.reason === '') faulty({ reason: 'Say why it costs nothing' });
    const played = await performancesOf(request.db, performance.show_id);
    const asked = wantedOf(body, played.find(({ id }) => id === performance.id)?.types ?? []);
    if ('fault' in asked) return faulty({ [asked.fault]: asked.says });
    const { wanted } = asked;
    const sale = {
      ...{ id: newId(), refs: someRefs(), entry: newId(), wanted, performance: performance.id },
      show: { id: performance.show_id, title: performance.show_title },
      tickets: ticketsFor(wanted, body.how === 'comp'),
    };
    const entry = {
      ...doneBy(request),
      action: actions[body.how],
      subject: sale.id,
      detail: `${sale.show.title}, ${when}: ${counted(wanted)}`,
    };
    return once(writeSale, async (tx) => {
      const sold = await sell(tx, sale, { body, now, environment });
      if (sold === 'no reference') return refuse(503, 'Nothing was sold. Try that again, please.');
      if ('left' in sold) return refuse(409, leftInWords(when, sold.left));
      await recordAudit(tx, entry);
      const said = `${sold.ref}: ${counted(wanted)} for ${body.name}, ${when}.`;
      return ok(`${said} ${costInWords(body.how, totalOf(wanted))}`, { id: sale.id, ref: sold.ref });
    });
  });

  call(contract.payOrder, { access }, async (request) => {
    const { body, params, now } = request;
    const order = (await findOrder(request.db, params.id)) ?? notFound();
    const title = (await findShowInShort(request.db, order.show_id))?.title ?? '';
    const entry = newId();
    const audit = {
      ...doneBy(request),
      action: 'took the money for tickets',
      subject: order.id,
      detail: `${order.ref}`,
    };
    const due = await writeSale(db, async (tx) => {
      const pence = (await ticketsOf(tx, order.id)).reduce((sum, ticket) => sum + ticket.pence, 0);
      const paid = { id: order.id, how: body.how, entry: pence > 0 ? entry : '' };
      if (!(await setPaid(tx, paid))) refuse(409, `${order.ref} isn’t waiting to be paid any more.`);
      const show = { id: order.show_id, title };
      if (pence > 0) await chargeTickets(tx, { entry, show, pence, source: body.how, at: now, environment });
      await recordAudit(tx, audit);
      return pence;
    });
    return ok(`${order.ref}, ${order.name}: ${asMoney(due)} taken.`);
  });

  call(contract.cancelOrder, { access }, async (request) => {
    const { params, now } = request;
    const order = (await findOrder(request.db, params.id)) ?? notFound();
    const id = newId();
    const audit = { ...doneBy(request), action: 'cancelled an order', subject: order.id, detail: `${order.ref}` };
    const back = await writeSale(db, async (tx) => {
      const current = (await findOrder(tx, order.id)) ?? notFound();
      const tickets = await ticketsOf(tx, order.id);
      // The treasurer may have given some of it back already
      const pence = current.entry_id ? await leftOfCharge(tx, current.entry_id) : 0;
      const as = current.status === 'paid' ? 'refunded' : 'cancelled';
      if (!(await endOrder(tx, { id: order.id, as, at: now }))) refuse(409, `${order.ref} is cancelled already.`);
      await freePlaces(
        tx,
        tickets.map((ticket) => ticket.id),
      );
      if (pence > 0) await enter(tx, { kind: 'refund', id, at: now, pence, charge_id: current.entry_id });
      await recordAudit(tx, audit);
      return pence;
    });
    return ok(
      back > 0
        ? `${order.ref} is cancelled. Give ${order.name} ${asMoney(back)} back: it is entered in the books.`
        : `${order.ref} is cancelled, and its places are free.`,
    );
  });
}

const actions = {
  cash: 'sold tickets',
  transfer: 'sold tickets',
  reserved: 'kept tickets',
  comp: 'gave tickets away',
} as const;

function faulty(fields: Record<string, string>): never {
  return refuse(400, 'Some of this needs another look: see the notes beside the fields.', fields);
}

const counted = (wanted: readonly Wanted[]) =>
  ticketsInWords(Object.fromEntries(wanted.map(({ name, count }) => [name, count])));

function leftInWords(when: string, left: number): string {
  if (left === 0) return `${when} is sold out. Nothing was sold.`;
  return `There ${left === 1 ? 'is one place' : `are ${left} places`} left for ${when}. Nothing was sold.`;
}

function costInWords(how: contract.SellTickets['how'], due: number): string {
  if (how === 'comp' || due === 0) return 'Nothing to pay.';
  if (how === 'reserved') return `${asMoney(due)} to pay at the door.`;
  return how === 'cash' ? `${asMoney(due)} taken.` : `${asMoney(due)} by bank transfer.`;
}
