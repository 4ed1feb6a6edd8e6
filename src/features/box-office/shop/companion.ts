interface TicketType {
  id: string;
  name: string;
  pence: number;
  /** True if it is only sold with one that costs something. */
  needs_paying_ticket: boolean | 0 | 1;
}

interface PerformanceTickets {
  /** The tickets for it in the basket. */
  lines: readonly { type_id: string; type: string; pence: number; count: number }[];
  /** The ticket types on sale for it. */
  types: readonly TicketType[];
}

/**
 * Returns the ticket type that reserves a companion's place: the one that goes with a paying ticket. If everything is
 * free, any type does.
 */
function findCompanionType(types: readonly TicketType[]): TicketType | undefined {
  const free = types.filter(({ pence }) => pence === 0);
  return free.find((type) => type.needs_paying_ticket) ?? (free.length === types.length ? free[0] : undefined);
}

/** Returns true if each performance has a type of ticket that reserves a companion's place. */
export const areCompanionsFree = (performances: readonly PerformanceTickets[]): boolean =>
  performances.every(({ types }) => findCompanionType(types) !== undefined);

/**
 * Returns a sentence on how a free companion gets a place: a tick alone reserves none. "" if the basket has a
 * companion's ticket for each performance.
 */
export function formatCompanionAdvice(performances: readonly PerformanceTickets[]): string {
  const missing = performances.filter(({ lines, types }) => {
    const companion = findCompanionType(types);
    return !companion || !lines.some(({ type_id }) => type_id === companion.id);
  });
  const [first] = missing;
  if (!first) return '';
  if (!areCompanionsFree(performances)) {
    return 'If you’re bringing a companion who comes free, contact us before you book and we’ll reserve a place for them.';
  }
  return `Your companion needs a ticket too: add a “${findCompanionType(first.types)?.name}” ticket for them.`;
}
