/** What the rule about companions has to know of a ticket. */
interface Ticket {
  performance_id: string;
  type_id: string;
  type: string;
  pence: number;
  complimentary: boolean | 0 | 1;
}

interface TicketType {
  id: string;
  /** Whether it is only sold with one that costs something. */
  needs_paying_ticket: boolean | 0 | 1;
}

/**
 * Returns the companions' tickets of an order that have no ticket to go with at their performance. Each needs one that costs
 * something, whatever was taken off its price, or one that the society gave away.
 */
function listUnaccompanied(tickets: readonly Ticket[], types: readonly TicketType[]): Ticket[] {
  const needy = new Set(types.filter((type) => type.needs_paying_ticket).map(({ id }) => id));
  return [...Map.groupBy(tickets, ({ performance_id }) => performance_id).values()].flatMap((together) => {
    const companions = together.filter(({ type_id, pence }) => pence === 0 && needy.has(type_id));
    const others = together.filter((ticket) => !companions.includes(ticket));
    return companions.slice(others.filter(({ pence, complimentary }) => pence > 0 || complimentary).length);
  });
}

/**
 * Returns why an order's tickets can't become these: a companion would be left alone who isn't alone before. "" where
 * they can.
 */
export function formatLeftAlone(
  before: readonly Ticket[],
  after: readonly Ticket[],
  types: readonly TicketType[],
): string {
  const [now, then] = [listUnaccompanied(before, types), listUnaccompanied(after, types)];
  const [first] = then;
  const count = then.length - now.length;
  if (!first || count <= 0) return '';
  const alone = count === 1 ? 'one without' : `${count} without`;
  return `“${first.type}” tickets are only for somebody who comes with a paying ticket for the same performance, and this would leave ${alone}. Choose the companion’s ticket too.`;
}
