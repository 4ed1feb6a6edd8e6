import type { Database } from '#platform/server/database/index.ts';
import type { PracticeSquare } from '../../../src/practice/square/index.ts';

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

/**
 * Lists every broken rule about sold tickets, in sentences; [] if every rule holds. The rules: each ticket has a place
 * that exists, orders agree with the ledger, and a basket is charged once and becomes one order. With `practice`, the
 * charges also have to agree with the provider's payments. It queries the tables directly, without the code of the
 * features that it checks.
 */
export async function findBrokenRules(
  { read }: Pick<Database, 'read'>,
  practice?: Pick<PracticeSquare, 'journal'>,
): Promise<string[]> {
  const broken: string[] = [];
  const say = (isBroken: boolean, sentence: string) => void (isBroken && broken.push(sentence));
  const places = await read.selectFrom('place').selectAll().execute();
  const tickets = await read.selectFrom('ticket').selectAll().execute();
  const orders = await read.selectFrom('ticket_order').selectAll().execute();
  const charges = await read.selectFrom('order_charge').selectAll().execute();
  const entries = await read.selectFrom('entry').selectAll().where('about', '=', 'tickets').execute();
  const intents = await read.selectFrom('payment_intent').selectAll().where('purpose', '=', 'tickets').execute();
  const baskets = await read.selectFrom('basket').selectAll().execute();
  const live = tickets.filter(({ given_back_at }) => given_back_at === null);

  const capacity = Map.groupBy(places, ({ performance_id }) => performance_id);
  for (const [performance, sold] of Map.groupBy(live, ({ performance_id }) => performance_id)) {
    const most = capacity.get(performance)?.length ?? 0;
    say(sold.length > most, `${sold.length} tickets are sold for ${most} places of ${performance}`);
  }
  const soldPlaces = new Set(places.filter(({ held_until }) => held_until === null).map(({ taken_by }) => taken_by));
  soldPlaces.delete(null);
  const placeless = live.filter(({ id }) => !soldPlaces.has(id)).length;
  say(placeless > 0, `${placeless} tickets have no place`);
  const liveIds = new Set<string | null>(live.map(({ id }) => id));
  const vacant = [...soldPlaces].filter((ticket) => !liveIds.has(ticket)).length;
  say(vacant > 0, `${vacant} places are sold to no ticket`);

  const ticketsByOrder = Map.groupBy(live, ({ order_id }) => order_id);
  const chargesByOrder = Map.groupBy(charges, ({ order_id }) => order_id);
  // Groups refunds and their reversals under the charge, other reversals under the entry that they correct, and each
  // remaining entry under itself
  const entered = Map.groupBy(
    entries,
    ({ id, charge_id, corrects, kind }) => (kind === 'refund' ? charge_id : (corrects ?? id)) ?? '',
  );
  const refunds = intents.filter(({ kind }) => kind === 'refund');
  const external = await read
    .selectFrom('external_refund')
    .selectAll()
    .where('recorded_at', 'is', null)
    .where('closed_at', 'is', null)
    .execute();
  const onTheWay = Map.groupBy(
    [
      ...refunds.filter(({ status }) => status === 'open'),
      ...external.filter(({ kind, state }) => kind === 'refund' || state === 'LOST' || state === 'ACCEPTED'),
    ],
    ({ charge_id }) => charge_id ?? '',
  );
  // Two kinds of amounts that will be refunded later: refunds that banks have refused and nobody has decided about yet,
  // and payments withheld by a dispute. A refund started in Square's dashboard counts as pending until its bank refuses
  // it
  const atSquare = await read
    .selectFrom('external_refund')
    .selectAll()
    .where(({ or, eb }) => or([eb('kind', '=', 'dispute'), eb('state', 'in', ['REJECTED', 'FAILED'])]))
    .execute();
  const waiting = Map.groupBy(
    [
      ...refunds.filter(({ status, resolution }) => status !== 'open' && status !== 'settled' && resolution === ''),
      ...atSquare,
    ],
    ({ charge_id }) => charge_id ?? '',
  );
  for (const order of orders) {
    const own = (chargesByOrder.get(order.id) ?? []).map(({ entry_id }) => entry_id);
    const about = own.flatMap((id) => entered.get(id) ?? []);
    const paid = sumOf(about.filter(({ kind }) => kind === 'charge').map(({ amount }) => amount));
    const penceOf = (some: ReadonlyMap<string, { pence: number }[]>) =>
      sumOf(own.flatMap((id) => (some.get(id) ?? []).map(({ pence }) => pence)));
    const refunded =
      penceOf(onTheWay) - sumOf(about.filter(({ kind }) => kind === 'refund').map(({ amount }) => amount));
    const worth = sumOf((ticketsByOrder.get(order.id) ?? []).map(({ pence, discount }) => pence - discount));
    if (order.status !== 'paid' && order.status !== 'refunded') continue;
    const isOver = order.status === 'refunded';
    say(isOver && worth > 0, `${order.ref} is refunded, and has tickets worth ${worth} pence`);
    // Tickets may stay valid after a refund, but each of them was paid for
    say(worth > paid, `${order.ref} is worth ${worth} pence, and only ${paid} pence were paid for it`);
    const owed = paid - refunded - worth - order.kept_pence;
    say(owed > penceOf(waiting), `${order.ref} is owed ${owed} pence, and nobody is asked to refund them`);
  }
  const ofOrders = new Set(charges.map(({ entry_id }) => entry_id));
  const strays = entries.filter(({ id, kind, corrects }) => kind === 'charge' && !ofOrders.has(corrects ?? id)).length;
  say(strays > 0, `${strays} charges are for no order`);

  const orderIds = new Set(orders.map(({ id }) => id));
  const lost = baskets.filter(({ id, status }) => (status === 'sold' || status === 'refunded') && !orderIds.has(id));
  say(lost.length > 0, `${lost.length} baskets are paid and have no order`);
  const early = baskets.filter(({ id, status }) => (status === 'open' || status === 'paying') && orderIds.has(id));
  say(early.length > 0, `${early.length} baskets have an order and aren’t paid`);

  const settled = intents.filter(({ kind, status }) => kind === 'charge' && status === 'settled');
  const twice = settled.length - new Set(settled.map(({ subject }) => subject)).size;
  say(twice > 0, `${twice} baskets were charged twice`);
  const amounts = new Map(entries.map(({ id, amount }) => [id, amount]));
  const unbooked = settled.filter(({ id, pence }) => amounts.get(id) !== pence).length;
  say(unbooked > 0, `${unbooked} settled charges aren’t in the ledger with their amount`);
  if (practice) {
    // The result of open payments isn't known yet; a job determines it later
    const known = new Set(
      intents.filter(({ status }) => status === 'settled' || status === 'open').map(({ id }) => id),
    );
    const made = practice.journal.all('payment').filter(({ status }) => status === 'COMPLETED');
    const unknown = made.filter(({ reference_id = '' }) => !known.has(reference_id)).length;
    say(unknown > 0, `${unknown} payments were made at Square that the site doesn’t know`);
    say(made.length < settled.length, `${settled.length - made.length} payments were never made at Square`);
  }
  return broken;
}
