import type { PerformanceOrder } from '#features/box-office/orders/contract.ts';
import { formatTicketCounts } from '#features/box-office/orders/order.ts';
import { formatSeats } from '#features/box-office/performances/seat-labels.ts';
import { formatRequests } from './engine/needs.ts';
import { changedParts, type Draft } from './plan/merge.ts';
import { seatsByOrder } from './plan/plan.ts';

/** The parts of a planner that others can change. */
export interface PlannerSnapshot {
  orders: readonly PerformanceOrder[];
  /** As saved. */
  saved: Draft;
}

/** The number of each kind for which an alert has room. */
const mostNamed = 5;

function listed(items: readonly string[]): string {
  const more = items.length - mostNamed;
  return more > 1 ? `${items.slice(0, mostNamed).join('; ')} and ${more} more` : items.join('; ');
}

/** Formats the changes of others for an alert: orders that are new, gone, changed, or have other seats. */
export function summariseChanges(
  before: PlannerSnapshot,
  after: PlannerSnapshot,
): { title: string; content: string } | undefined {
  const [were, are] = [byRef(before), byRef(after)];
  const [had, have] = [seatsByOrder(before.saved.plan), seatsByOrder(after.saved.plan)];
  const seatsOf = (ref: number) => formatSeats(have.get(`${ref}`) ?? []);
  const kinds = [
    {
      one: 'A new order',
      many: 'new orders',
      says: 'New',
      items: after.orders
        .filter(({ ref }) => !were.has(ref))
        .map((order) => [formatParty(order), seatsOf(order.ref)].filter(Boolean).join(': ')),
    },
    {
      one: 'An order has changed',
      many: 'orders have changed',
      says: 'Changed',
      items: after.orders.flatMap((order) => {
        const was = were.get(order.ref);
        const changed = was ? changesOf(was, order) : [];
        return changed.length > 0 ? [`${order.name}, ${changed.join(', ')}`] : [];
      }),
    },
    {
      one: 'No longer coming',
      many: 'orders are no longer coming',
      says: 'No longer coming',
      items: before.orders.filter(({ ref }) => !are.has(ref)).map(formatParty),
      after: ' Their seats are now free.',
    },
    {
      one: 'Someone has different seats',
      many: 'orders have different seats',
      says: 'Different seats',
      items: after.orders.flatMap(({ ref, name }) => {
        const [old, now] = [had.get(`${ref}`) ?? [], have.get(`${ref}`) ?? []];
        if (!were.has(ref) || old.join() === now.join()) return [];
        return [`${name}: ${now.length > 0 ? formatSeats(now) : 'none'}`];
      }),
    },
    {
      one: 'The plan has changed',
      many: 'parts of the plan have changed',
      says: 'The plan',
      items: planChanges(before.saved, after.saved),
    },
  ].filter(({ items }) => items.length > 0);
  const [only] = kinds;
  if (!only) return undefined;
  if (kinds.length === 1) {
    const { one, many, items, after: more = '' } = only;
    return { title: items.length === 1 ? one : `${items.length} ${many}`, content: `${listed(items)}.${more}` };
  }
  const content = kinds.map(({ says, items, after: more = '' }) => `${says}: ${listed(items)}.${more}`).join(' ');
  return { title: 'The orders have changed', content };
}

function planChanges(was: Draft, is: Draft): string[] {
  const { rows, hidden, marks, prices } = changedParts(was, is);
  return [
    ...(rows ? [`${is.plan.rowCount} rows instead of ${was.plan.rowCount}`] : []),
    ...(hidden ? ['hidden seats have changed'] : []),
    ...(marks ? ['house seats or special seats have changed'] : []),
    ...(prices ? ['prices have changed'] : []),
  ];
}

const byRef = ({ orders }: PlannerSnapshot) => new Map(orders.map((order) => [order.ref, order]));

const tickets = (count: number) => (count === 1 ? 'one ticket' : `${count} tickets`);

const formatParty = ({ name, tickets_count }: PerformanceOrder) => `${name}, ${tickets(tickets_count)}`;

function changesOf(was: PerformanceOrder, is: PerformanceOrder): string[] {
  const changed: string[] = [];
  if (was.name !== is.name) changed.push(`previously ${was.name}`);
  if (was.tickets_count !== is.tickets_count) {
    changed.push(`${tickets(is.tickets_count)} instead of ${was.tickets_count}`);
  } else if (formatTicketCounts(was.tickets) !== formatTicketCounts(is.tickets))
    changed.push(formatTicketCounts(is.tickets));
  const requests = formatRequests(is);
  if (formatRequests(was) !== requests)
    changed.push(requests === '' ? 'no longer has any requests' : `asks for ${requests}`);
  else if (was.note !== is.note) changed.push(is.note === '' ? 'note removed' : 'note changed');
  return changed;
}
