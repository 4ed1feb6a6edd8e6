import {
  formatSeats,
  groupAdjacentSeats,
  parseSeatLabel,
  seatsPerRow,
  sortSeats,
} from '#features/box-office/performances/seats.ts';
import { arrangeParties } from './engine/arrangement.ts';
import {
  compareCandidates,
  findFreeSeats,
  findOrphanSeats,
  findOrphanSeatsCausedByChoice,
  listCandidates,
  listSeatLabelsFrom,
  pickWheelchairSeats,
  type SeatCandidate,
  setSeatAvailability,
} from './engine/free-seats.ts';
import { noSeatingNeeds } from './engine/party-requests.ts';
import { findAdjacentSeat, isSeat, type Plan } from './plan/plan.ts';

/** A request for the best seats. */
export interface BestSeatsRequest {
  count: number;
  /** The number of people who use a wheelchair. */
  wheelchairs?: number;
  /** The party's former seats, which it keeps as far as possible. */
  had?: readonly string[];
}

/**
 * Returns the best seats for a party: together if any row has room for them, or else in as few pieces as possible. If
 * possible, the seats leave no orphan seats. Undefined if there are too few seats or wheelchair spaces.
 */
export function findBestSeats(
  plan: Plan,
  { count, wheelchairs: spaceCount = 0, had = [] }: BestSeatsRequest,
): string[] | undefined {
  const wheelchairs = Math.min(spaceCount, count);
  const still = sortSeats(new Set(had)).filter((seat) => isSeatForSale(plan, seat));
  const own = still.slice(0, count);
  const spacesHad = own.filter((seat) => plan.marks?.[seat]?.kind === 'wheelchair').length;
  const hasEnough = spacesHad >= wheelchairs;
  // A party of unchanged size keeps its seats even if they leave an orphan seat, because it may have chosen them
  const isSizeUnchanged = new Set(had).size === count;
  if (hasEnough && own.length === count && (isSizeUnchanged || findOrphanSeatsCausedByChoice(plan, own).length === 0))
    return own;
  const first = spacesHad > 0 || own.length < count ? own : [];
  const spaces = hasEnough ? [] : pickWheelchairSeats(plan, count, wheelchairs);
  if (!hasEnough && spaces.length === 0) return undefined;
  const fixed = spaces.length > 0 ? spaces : first;
  if (fixed.length >= count) return sortSeats(fixed.slice(0, count));
  const rest = count - fixed.length;
  const assignments = { ...plan.assignments, ...Object.fromEntries(fixed.map((seat) => [seat, partyRef])) };
  const they = { ref: partyRef, name: '', count, note: '' };
  const unseated = { party: they, count: rest, needs: noSeatingNeeds, own: fixed, closely: false };
  const { placements: puts, left } = arrangeParties(findFreeSeats({ ...plan, assignments }), [unseated], 'front');
  if (left.length > 0) return undefined;
  return sortSeats([
    ...fixed,
    ...puts.flatMap(({ pieces }) => pieces.flatMap((one) => listSeatLabelsFrom(one.at, one.count))),
  ]);
}

const partyRef = 'themselves';

/** Returns true if a seat can be sold: it exists, it isn't taken, and it isn't a house seat. */
export const isSeatForSale = (plan: Plan, seat: string): boolean =>
  isSeat(plan, seat) && plan.assignments[seat] === undefined && (plan.marks?.[seat]?.reason ?? '') === '';

/**
 * The reason why a visitor can't have the chosen seats. `fix` contains other seats that the visitor can have instead;
 * undefined if there are none.
 */
export interface SeatChoiceRefusal {
  says: string;
  fix?: string[];
}

/**
 * Validates a visitor's chosen seats; returns undefined if they are valid. In `plan`, seats of others are taken and the
 * visitor's own are free. A choice that leaves orphan seats is refused only if another choice leaves fewer.
 */
export function validateSeatChoice(
  plan: Plan,
  chosen: readonly string[],
  count: number,
): SeatChoiceRefusal | undefined {
  const seats = sortSeats(new Set(chosen));
  const missing = seats.filter((seat) => !isSeat(plan, seat));
  if (missing.length > 0) return { says: `There is no seat ${missing.join(' or ')}.` };
  const gone = seats.filter((seat) => !isSeatForSale(plan, seat));
  if (gone.length > 0) {
    const fix = findReplacement(plan, seats, count);
    return {
      says: `${formatSeats(gone)} ${gone.length === 1 ? 'is' : 'are'} no longer available.`,
      ...(fix && { fix }),
    };
  }
  if (seats.length !== count) {
    return { says: formatWrongCount(seats.length, count) };
  }
  const kindOf = (seat: string | undefined) => (seat === undefined ? undefined : plan.marks?.[seat]?.kind);
  const unaccompanied = seats.filter(
    (seat) =>
      kindOf(seat) === 'companion' &&
      ![1, -1].some((by) => {
        const next = findAdjacentSeat(plan, seat, by);
        return next !== undefined && seats.includes(next) && kindOf(next) === 'wheelchair';
      }),
  );
  if (unaccompanied.length > 0) {
    const fix = findBestSeats(plan, { count });
    return {
      says: `${formatSeats(unaccompanied)}: only for the companion of someone using the wheelchair space next to it.`,
      ...(fix && { fix }),
    };
  }
  const alone = findOrphanSeatsCausedByChoice(plan, seats);
  if (alone.length === 0) return undefined;
  const fix = findChoiceWithFewerOrphanSeats(plan, seats);
  return (
    fix && {
      says: `That would leave ${formatSeats(alone)} on ${alone.length === 1 ? 'its' : 'their'} own, and a single seat is hard to sell.`,
      fix,
    }
  );
}

/**
 * Validates seats chosen by the box office, which may take house seats and leave orphans; undefined if they are valid.
 */
export function validateBoxOfficeSeatChoice(plan: Plan, chosen: readonly string[], count: number): string | undefined {
  const seats = sortSeats(new Set(chosen));
  const missing = seats.filter((seat) => !isSeat(plan, seat));
  if (missing.length > 0) return `There is no seat ${missing.join(' or ')}.`;
  const gone = seats.filter((seat) => plan.assignments[seat] !== undefined);
  if (gone.length > 0) return `${formatSeats(gone)} ${gone.length === 1 ? 'is' : 'are'} no longer available.`;
  if (seats.length === count) return undefined;
  return formatWrongCount(seats.length, count);
}

function formatWrongCount(chosen: number, count: number): string {
  if (chosen > count) return `You’ve chosen ${chosen} seats for ${count === 1 ? 'one ticket' : `${count} tickets`}.`;
  if (chosen === 0) return `Choose ${count === 1 ? 'a seat' : `${count} seats`}.`;
  return `Choose ${count - chosen === 1 ? 'one more seat' : `${count - chosen} more seats`}.`;
}

/** Returns true if a seat is neither a wheelchair space nor a companion seat. */
const isOrdinary = (plan: Plan, seat: string) => !['wheelchair', 'companion'].includes(plan.marks?.[seat]?.kind ?? '');

/**
 * Finds the alternative to a choice that leaves the fewest orphan seats and, of equally good ones, the nearest. An
 * alternative moves one run of the choice or, if that leaves even fewer, joins all runs. Returns undefined if no
 * alternative leaves fewer orphan seats than the choice.
 */
export function findChoiceWithFewerOrphanSeats(plan: Plan, chosen: readonly string[]): string[] | undefined {
  const now = findOrphanSeatsCausedByChoice(plan, chosen).length;
  const fixed = chosen.filter((seat) => !isOrdinary(plan, seat));
  const runs = groupAdjacentSeats(chosen.filter((seat) => isOrdinary(plan, seat)));
  const ways = runs.map((run) => ({ run, others: [...fixed, ...runs.filter((one) => one !== run).flat()] }));
  if (runs.length > 1) ways.push({ run: runs.flat(), others: fixed });
  let best: (NearestRun & { others: readonly string[] }) | undefined;
  for (const [at, { run, others }] of ways.entries()) {
    const near = findNearestRun(plan, run, others);
    if (!near || near.alone >= now) continue;
    const isLast = runs.length > 1 && at === runs.length;
    if (!best || near.alone < best.alone || (near.alone === best.alone && !isLast && near.far < best.far)) {
      best = { ...near, others };
    }
  }
  return best && sortSeats([...best.others, ...best.seats]);
}

interface NearestRun {
  seats: string[];
  /** The number of new orphan seats. */
  alone: number;
  /** The distance from the original run, in seats. A distance of one row counts as a full row of seats. */
  far: number;
}

/** Finds the place where a run of this length causes the fewest new orphan seats. */
function findNearestRun(plan: Plan, run: readonly string[], taken: readonly string[]): NearestRun | undefined {
  const at = parseSeatLabel(run[0] ?? '') ?? { row: 0, number: 1 };
  const count = run.length;
  const vacancies = findFreeSeats(plan);
  const aloneNow = new Set(findOrphanSeats(vacancies));
  for (const label of taken) {
    const place = parseSeatLabel(label);
    if (place && place.row < vacancies.rows) setSeatAvailability(vacancies, place, 1);
  }
  const countAlone = (row: number) => findOrphanSeats(vacancies, row).filter((seat) => !aloneNow.has(seat)).length;
  const byRow = Array.from({ length: vacancies.rows }, (_, row) => countAlone(row));
  const all = byRow.reduce((sum, alone) => sum + alone, 0);
  let best: { one: SeatCandidate; alone: number; far: number } | undefined;
  for (const one of listCandidates(vacancies, count, { needs: noSeatingNeeds, preference: 'front' }).sort(
    compareCandidates,
  )) {
    setSeatAvailability(vacancies, one, count);
    const alone = all - (byRow[one.row] ?? 0) + countAlone(one.row);
    setSeatAvailability(vacancies, one, count, 1);
    const far = Math.abs(one.row - at.row) * seatsPerRow + Math.abs(one.number - at.number);
    if (!best || alone < best.alone || (alone === best.alone && far < best.far)) best = { one, alone, far };
  }
  return best && { seats: listSeatLabelsFrom(best.one, count), alone: best.alone, far: best.far };
}

/**
 * Finds a replacement for a choice that is partly taken: adjacent seats near it that leave as few orphan seats as
 * possible. If the choice included wheelchair spaces, finds the best seats with the same number of spaces; if there are
 * none, the best seats without a space.
 */
function findReplacement(plan: Plan, chosen: readonly string[], count: number): string[] | undefined {
  const wheelchairs = chosen.filter((seat) => plan.marks?.[seat]?.kind === 'wheelchair').length;
  if (wheelchairs > 0) return findBestSeats(plan, { count, wheelchairs }) ?? findBestSeats(plan, { count });
  const [first = ''] = chosen;
  const run = Array.from({ length: count }, () => first);
  return findNearestRun(plan, run, [])?.seats ?? findBestSeats(plan, { count });
}
