import type { OrderStatus } from './order.ts';

/** The fields of a ticket that the companion rule reads. */
interface Ticket {
  performance_id: string;
  type_id: string;
  type: string;
  pence: number;
  complimentary: boolean | 0 | 1;
}

interface TicketType {
  id: string;
  /** True if the type is only sold together with a ticket that costs something. */
  needs_paying_ticket: boolean | 0 | 1;
}

/**
 * Returns true if the companion rule applies to an order. It doesn't apply to complimentary orders or orders that
 * another shop sold, because staff decide about those themselves.
 */
export const hasCompanionRule = ({ status, source }: { status: OrderStatus; source: string }): boolean =>
  status !== 'comp' && source !== 'import';

/** Returns a predicate for companions' tickets: free tickets of a type that is only sold with a paying ticket. */
function createCompanionPredicate(
  types: readonly TicketType[],
): (ticket: Pick<Ticket, 'type_id' | 'pence'>) => boolean {
  const needy = new Set(types.filter((type) => type.needs_paying_ticket).map(({ id }) => id));
  return ({ type_id, pence }) => pence === 0 && needy.has(type_id);
}

/** Returns true if a companion may come with this ticket: it costs something before any discount, or was given away. */
const isPayingTicket = ({ pence, complimentary }: Ticket): boolean => pence > 0 || Boolean(complimentary);

/** Lists the companions' tickets that have no paying ticket of their own for the same performance. */
function listUnaccompaniedTickets(tickets: readonly Ticket[], types: readonly TicketType[]): Ticket[] {
  const isCompanion = createCompanionPredicate(types);
  return [...Map.groupBy(tickets, ({ performance_id }) => performance_id).values()].flatMap((samePerformance) => {
    const companions = samePerformance.filter(isCompanion);
    const others = samePerformance.filter((ticket) => !companions.includes(ticket));
    return companions.slice(others.filter(isPayingTicket).length);
  });
}

/**
 * Explains why an order's tickets can't change from `before` to `after`: more companions than before would lack a
 * paying ticket. Returns "" if the change is allowed.
 */
export function explainUnaccompaniedCompanion(
  before: readonly Ticket[],
  after: readonly Ticket[],
  types: readonly TicketType[],
): string {
  const unaccompanied = listUnaccompaniedTickets(after, types);
  const [first] = unaccompanied;
  const count = unaccompanied.length - listUnaccompaniedTickets(before, types).length;
  if (!first || count <= 0) return '';
  const alone = count === 1 ? 'one companion' : `${count} companions`;
  return `“${first.type}” tickets are only free with a paid ticket for the same performance, and this would leave ${alone} without a paid ticket.`;
}

/**
 * Finds tickets that must be chosen as well, so that a change leaves no companion without a paying ticket: the
 * companions' tickets or, if that doesn't help, paying tickets. Returns no tickets if none are needed, or if none would
 * help.
 */
export function findTicketsToAddForCompanions<OrderTicket extends Ticket>(
  tickets: readonly OrderTicket[],
  chosen: OrderTicket[],
  { change, types }: { change: (chosen: OrderTicket[]) => readonly Ticket[]; types: readonly TicketType[] },
): { tickets: OrderTicket[]; areCompanions: boolean } {
  const leavesCompanionAlone = (all: OrderTicket[]) =>
    explainUnaccompaniedCompanion(tickets, change(all), types) !== '';
  const none = { tickets: [], areCompanions: false };
  if (!leavesCompanionAlone(chosen)) return none;
  const performances = new Set(chosen.map(({ performance_id }) => performance_id));
  const rest = tickets.filter((ticket) => !chosen.includes(ticket) && performances.has(ticket.performance_id));
  const isCompanion = createCompanionPredicate(types);
  for (const areCompanions of [true, false]) {
    const candidates = rest.filter(areCompanions ? isCompanion : (one) => isPayingTicket(one) && !isCompanion(one));
    const enough = candidates.findIndex(
      (_, index) => !leavesCompanionAlone([...chosen, ...candidates.slice(0, index + 1)]),
    );
    if (enough >= 0) return { tickets: candidates.slice(0, enough + 1), areCompanions };
  }
  return none;
}

/**
 * Checks the companion rule for new tickets for one performance. If there are more companions than paying tickets,
 * returns the companions' ticket type and the number allowed; otherwise undefined. A discount doesn't matter: a ticket
 * with a code for 100% off is a paying ticket.
 */
export function findUnaccompaniedTicketType(
  lines: readonly { type_id: string; type: string; pence: number; count: number }[],
  types: readonly (TicketType & { name: string })[],
): { id: string; type: string; allowed: number } | undefined {
  const count = (some: typeof lines) => some.reduce((sum, line) => sum + line.count, 0);
  const companions = lines.filter(createCompanionPredicate(types));
  const allowed = count(lines.filter(({ pence }) => pence > 0));
  const first = companions.find((line) => line.count > 0);
  return first && count(companions) > allowed
    ? { id: first.type_id, type: types.find(({ id }) => id === first.type_id)?.name ?? first.type, allowed }
    : undefined;
}

/** Explains why the requested tickets aren't available, and what can be chosen instead. */
export const formatUnaccompaniedTickets = ({ type, allowed }: { type: string; allowed: number }): string =>
  allowed === 0
    ? `“${type}” tickets are only free with a paid ticket for the same performance. Choose a paid ticket too.`
    : `“${type}” tickets are free with a paid ticket, one for each. You can have ${allowed} of them here.`;
