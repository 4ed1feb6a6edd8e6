import type { SeatKind } from '#features/box-office/performances/seats.ts';

/**
 * Describes special seats before they are paid for: "A1: wheelchair space, without a fixed seat." "" if there are none.
 */
export const formatSeatNotes = (seats: readonly { seat: string; kind: SeatKind | '' }[]): string =>
  seats.flatMap(({ seat, kind }) => (kind === '' ? [] : [`${seat}: ${seatKindNotes[kind]}.`])).join(' ');

const seatKindNotes = {
  wheelchair: 'wheelchair space, without a fixed seat',
  companion: 'companion seat, next to the wheelchair space',
  restricted: 'restricted view: you can’t see the whole stage from here',
} as const;

interface TicketType {
  id: string;
  name: string;
  pence: number;
  /** True if the type is only sold together with a ticket that costs something. */
  needs_paying_ticket: boolean | 0 | 1;
}

interface PerformanceTickets {
  /** The tickets for this performance in the basket. */
  lines: readonly { type_id: string; type: string; pence: number; count: number }[];
  /** The ticket types on sale for this performance. */
  types: readonly TicketType[];
}

/**
 * Returns the ticket type that reserves a companion's place. That is the free type that needs a paying ticket or, if
 * every type is free, the first type.
 */
function findCompanionType(types: readonly TicketType[]): TicketType | undefined {
  const free = types.filter(({ pence }) => pence === 0);
  return free.find((type) => type.needs_paying_ticket) ?? (free.length === types.length ? free[0] : undefined);
}

/** Returns true if each performance has a ticket type that reserves a companion's place. */
export const hasCompanionTicketTypes = (performances: readonly PerformanceTickets[]): boolean =>
  performances.every(({ types }) => findCompanionType(types) !== undefined);

/**
 * Returns advice on how a companion gets a free place, because ticking the companion box doesn't reserve one. "" if the
 * basket has a companion's ticket for each performance.
 */
export function formatCompanionAdvice(performances: readonly PerformanceTickets[]): string {
  const missing = performances.filter(({ lines, types }) => {
    const companion = findCompanionType(types);
    return !companion || !lines.some(({ type_id }) => type_id === companion.id);
  });
  const [first] = missing;
  if (!first) return '';
  if (!hasCompanionTicketTypes(performances)) {
    return 'If you’re bringing a companion who comes free, contact us before you book and we’ll reserve a place for them.';
  }
  return `Your companion needs a ticket too: add a “${findCompanionType(first.types)?.name}” ticket for them.`;
}

interface SeatedPerformance {
  /** The date and time of the performance: "Wednesday 14 April 2027 at 7.30pm". */
  when: string;
  /** True if numbered seats are sold. Otherwise staff assign the seats later. */
  numbered: boolean;
  wheelchair_spaces: number;
  /** True if the plan has any wheelchair space, free or not. */
  has_wheelchair_spaces: boolean;
  /** The seats in the basket. */
  seats: readonly { kind: SeatKind | '' }[];
}

const countSpaces = ({ seats }: SeatedPerformance) => seats.filter(({ kind }) => kind === 'wheelchair').length;

/**
 * Returns the reason why a basket has too few wheelchair spaces, and what to do. "" if every performance has marked
 * spaces, and the basket has enough of them for each performance with numbered seats. Ticking the wheelchair box
 * doesn't assign a space. `wheelchairs` is 0 if the buyer wasn't asked for the number; one space is then required.
 */
export function formatWheelchairAdvice(performances: readonly SeatedPerformance[], wheelchairs: number): string {
  const unmarked = performances.find((performance) => !performance.has_wheelchair_spaces);
  if (unmarked) {
    return `No wheelchair spaces are marked for ${unmarked.when}, so we can’t promise you one. Write to us before you book, and we’ll tell you what we can do.`;
  }
  const needed = Math.max(1, wheelchairs);
  const short = performances.find((performance) => performance.numbered && countSpaces(performance) < needed);
  if (!short) return '';
  const spaces = countSpaces(short);
  if (short.wheelchair_spaces + spaces < needed) {
    return `${formatSpacesLeft(short.wheelchair_spaces + spaces)} for ${short.when}. Write to us before you book, or choose another performance.`;
  }
  return spaces === 0
    ? `Your seats for ${short.when} aren’t wheelchair spaces. Choose these tickets again, and say how many of you use a wheelchair.`
    : `Your seats for ${short.when} have ${formatSpaces(spaces)}, and ${needed} of you use a wheelchair. Choose these tickets again.`;
}

const formatSpacesLeft = (spaces: number) =>
  spaces === 0 ? 'No wheelchair space is left' : `Only ${formatSpaces(spaces)} ${spaces === 1 ? 'is' : 'are'} left`;

const formatSpaces = (spaces: number) => (spaces === 1 ? 'one wheelchair space' : `${spaces} wheelchair spaces`);

/** Returns the reason why chosen seats have too few wheelchair spaces for a party. "" if they have enough. */
export function formatMissingWheelchairSpaces({
  spaces,
  wheelchairs,
}: {
  spaces: number;
  wheelchairs: number;
}): string {
  if (spaces >= wheelchairs) return '';
  const users = wheelchairs === 1 ? 'one of you uses' : `${wheelchairs} of you use`;
  const chosen = spaces === 0 ? 'no wheelchair space' : formatSpaces(spaces);
  return `You said that ${users} a wheelchair, and these seats have ${chosen}. Choose wheelchair spaces on the plan, or press “Choose the best seats”.`;
}
