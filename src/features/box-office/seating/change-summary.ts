import type { PerformanceOrder } from '#features/box-office/orders/contract.ts';
import { formatTicketCountsByType } from '#features/box-office/orders/order.ts';
import { formatSeats } from '#features/box-office/performances/seats.ts';
import { formatPartyRequests } from './engine/party-requests.ts';
import { findDifferingPlanParts, type PlanDraft } from './plan/merge.ts';
import { groupSeatsByOrder } from './plan/plan.ts';

/** The data that others can change while a planner is open. */
export interface PlannerSnapshot {
  orders: readonly PerformanceOrder[];
  /** The saved plan and prices. */
  saved: PlanDraft;
}

/**
 * The number of changes of one kind that an alert names before "and 2 more". If only one more is left, the alert names
 * that one too.
 */
const maxNamed = 5;

function formatList(items: readonly string[]): string {
  const more = items.length - maxNamed;
  return more > 1 ? `${items.slice(0, maxNamed).join('; ')} and ${more} more` : items.join('; ');
}

/** Summarises other people's changes for an alert; undefined if there are none. */
export function summarisePlannerChanges(
  before: PlannerSnapshot,
  after: PlannerSnapshot,
): { title: string; content: string } | undefined {
  const [ordersBefore, ordersAfter] = [mapByRef(before), mapByRef(after)];
  const [seatsBefore, seatsAfter] = [groupSeatsByOrder(before.saved.plan), groupSeatsByOrder(after.saved.plan)];
  const seatsOf = (ref: number) => formatSeats(seatsAfter.get(`${ref}`) ?? []);
  const kinds = [
    {
      one: 'A new order',
      many: 'new orders',
      says: 'New',
      items: after.orders
        .filter(({ ref }) => !ordersBefore.has(ref))
        .map((order) => [formatParty(order), seatsOf(order.ref)].filter(Boolean).join(': ')),
    },
    {
      one: 'An order has changed',
      many: 'orders have changed',
      says: 'Changed',
      items: after.orders.flatMap((order) => {
        const was = ordersBefore.get(order.ref);
        const changed = was ? listOrderChanges(was, order) : [];
        return changed.length > 0 ? [`${order.name}, ${changed.join(', ')}`] : [];
      }),
    },
    {
      one: 'A party is no longer coming',
      many: 'parties are no longer coming',
      says: 'No longer coming',
      items: before.orders.filter(({ ref }) => !ordersAfter.has(ref)).map(formatParty),
      after: ' Any seats they had have been released.',
    },
    {
      one: 'Someone has different seats',
      many: 'orders have different seats',
      says: 'Different seats',
      items: after.orders.flatMap(({ ref, name }) => {
        const [previous, now] = [seatsBefore.get(`${ref}`) ?? [], seatsAfter.get(`${ref}`) ?? []];
        if (!ordersBefore.has(ref) || previous.join() === now.join()) return [];
        return [`${name}: ${now.length > 0 ? formatSeats(now) : 'none'}`];
      }),
    },
    {
      one: 'The plan has changed',
      many: 'parts of the plan have changed',
      says: 'The plan',
      items: listPlanChanges(before.saved, after.saved),
    },
  ].filter(({ items }) => items.length > 0);
  const [only] = kinds;
  if (!only) return undefined;
  if (kinds.length === 1) {
    const { one, many, items, after: more = '' } = only;
    return { title: items.length === 1 ? one : `${items.length} ${many}`, content: `${formatList(items)}.${more}` };
  }
  const content = kinds.map(({ says, items, after: more = '' }) => `${says}: ${formatList(items)}.${more}`).join(' ');
  return { title: 'Several things have changed', content };
}

function listPlanChanges(was: PlanDraft, is: PlanDraft): string[] {
  const { rows, hidden, marks, prices } = findDifferingPlanParts(was, is);
  return [
    ...(rows ? [`${is.plan.rowCount} rows instead of ${was.plan.rowCount}`] : []),
    ...(hidden ? ['hidden seats have changed'] : []),
    ...(marks ? ['house seats or special seats have changed'] : []),
    ...(prices ? ['prices have changed'] : []),
  ];
}

const mapByRef = ({ orders }: PlannerSnapshot) => new Map(orders.map((order) => [order.ref, order]));

const formatTicketCount = (count: number) => (count === 1 ? 'one ticket' : `${count} tickets`);

const formatParty = ({ name, tickets_count }: PerformanceOrder) => `${name}, ${formatTicketCount(tickets_count)}`;

function listOrderChanges(was: PerformanceOrder, is: PerformanceOrder): string[] {
  const changed: string[] = [];
  if (was.name !== is.name) changed.push(`previously ${was.name}`);
  if (was.tickets_count !== is.tickets_count) {
    changed.push(`${formatTicketCount(is.tickets_count)} instead of ${was.tickets_count}`);
  } else if (formatTicketCountsByType(was.tickets) !== formatTicketCountsByType(is.tickets))
    changed.push(formatTicketCountsByType(is.tickets));
  const requests = formatPartyRequests(is);
  if (formatPartyRequests(was) !== requests)
    changed.push(requests === '' ? 'no longer has any requests' : `asks for ${requests}`);
  if (was.note !== is.note) changed.push(is.note === '' ? 'note removed' : 'note changed');
  return changed;
}
