interface TicketType {
  id: string;
  name: string;
  pence: number;
  /** Whether it is only sold with one that costs something. */
  needs_paying_ticket: boolean | 0 | 1;
}

interface PerformanceTickets {
  /** What the basket holds for it. */
  lines: readonly { type_id: string; type: string; pence: number; count: number }[];
  /** What can be bought for it. */
  types: readonly TicketType[];
}

/**
 * The type of ticket that reserves a companion's place: the one that goes with a paying ticket. Where everything is
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
 * Returns what to do so that a companion who comes free has a place: a tick alone reserves none. "" where the basket
 * has a companion's ticket for each performance.
 */
export function formatCompanionAdvice(performances: readonly PerformanceTickets[]): string {
  const missing = performances.filter(({ lines, types }) => {
    const companion = findCompanionType(types);
    return !companion || !lines.some(({ type_id }) => type_id === companion.id);
  });
  const [first] = missing;
  if (!first) return '';
  if (!areCompanionsFree(performances)) {
    return 'If a companion comes with you free of charge, write to us before you book and we’ll keep a place for them.';
  }
  return `A companion needs a place too: choose a “${findCompanionType(first.types)?.name}” ticket for them.`;
}

/**
 * Returns the type of which a performance would have more tickets than it has paying ones, although it is only sold
 * with those, and how many of it there may be; undefined where there is none. A discount doesn't matter: a ticket with
 * a code for 100% off is a paying one.
 */
export function findUnaccompanied(
  lines: PerformanceTickets['lines'],
  types: readonly TicketType[],
): { id: string; type: string; allowed: number } | undefined {
  const count = (some: PerformanceTickets['lines']) => some.reduce((sum, line) => sum + line.count, 0);
  const needy = new Set(types.filter((type) => type.needs_paying_ticket).map(({ id }) => id));
  const companions = lines.filter(({ type_id, pence }) => pence === 0 && needy.has(type_id));
  const allowed = count(lines.filter(({ pence }) => pence > 0));
  const [first] = companions;
  return first && count(companions) > allowed
    ? { id: first.type_id, type: types.find(({ id }) => id === first.type_id)?.name ?? first.type, allowed }
    : undefined;
}

/** Returns why those tickets can’t be had, and what to do. */
export const formatUnaccompanied = ({ type, allowed }: { type: string; allowed: number }): string =>
  allowed === 0
    ? `“${type}” tickets are free with a ticket that costs something, for the same performance: choose that too.`
    : `“${type}” tickets are free with a ticket that costs something, one for each: you can have ${allowed} of them here.`;
