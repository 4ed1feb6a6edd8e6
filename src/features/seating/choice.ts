import { fullWidth } from '#features/performances/capacity.ts';
import { inOrder, placeOf, runsOf, seatsInWords } from '#features/performances/seats.ts';
import { bestSeats, isForSale, leftAlone } from './best-available.ts';
import { byMerit, candidates, houseOf, labelsFrom } from './house.ts';
import { noNeeds } from './needs.ts';
import { beside, isSeat, type Plan } from './plan.ts';

/** Why a visitor can't have the seats that they chose, and the seats nearest to those that they can have. */
export interface Fault {
  says: string;
  fix?: string[];
}

/**
 * What is wrong with seats that a visitor chooses for so many; undefined where nothing is. `plan` has the seats of others
 * as taken, and the visitor's own as free. A seat left alone is refused only where other seats leave fewer.
 */
export function faultOfChoice(plan: Plan, chosen: readonly string[], count: number): Fault | undefined {
  const seats = inOrder(new Set(chosen));
  const missing = seats.filter((seat) => !isSeat(plan, seat));
  if (missing.length > 0) return { says: `There is no seat ${missing.join(' or ')}.` };
  const gone = seats.filter((seat) => !isForSale(plan, seat));
  if (gone.length > 0) {
    const fix = insteadOf(plan, seats, count);
    return { says: `${seatsInWords(gone)} ${gone.length === 1 ? 'is' : 'are'} taken by now.`, ...(fix && { fix }) };
  }
  if (seats.length !== count) {
    return { says: `Choose ${count === 1 ? 'one seat' : `${count} seats`}: these are ${seats.length}.` };
  }
  const kindOf = (seat: string | undefined) => (seat === undefined ? undefined : plan.marks?.[seat]?.kind);
  const unaccompanied = seats.filter(
    (seat) =>
      kindOf(seat) === 'companion' &&
      ![1, -1].some((by) => {
        const next = beside(plan, seat, by);
        return next !== undefined && seats.includes(next) && kindOf(next) === 'wheelchair';
      }),
  );
  if (unaccompanied.length > 0) {
    const fix = bestSeats(plan, { count });
    return {
      says: `${seatsInWords(unaccompanied)}: for whoever comes with somebody in the wheelchair space beside it.`,
      ...(fix && { fix }),
    };
  }
  const alone = leftAlone(plan, seats);
  if (alone.length === 0) return undefined;
  const fix = withFewerAlone(plan, seats);
  return fix && { says: `That would leave ${seatsInWords(alone)} alone, which nobody could sell.`, fix };
}

/** Whether a seat may be moved to mend a gap: not one that somebody needs as it is. */
const isOrdinary = (plan: Plan, seat: string) => !['wheelchair', 'companion'].includes(plan.marks?.[seat]?.kind ?? '');

/**
 * The seats nearest to a choice that leave fewer alone: one of its runs moved, or where that doesn't do all of them
 * together. Undefined where there are none.
 */
export function withFewerAlone(plan: Plan, chosen: readonly string[]): string[] | undefined {
  const now = leftAlone(plan, chosen).length;
  const fixed = chosen.filter((seat) => !isOrdinary(plan, seat));
  const runs = runsOf(chosen.filter((seat) => isOrdinary(plan, seat)));
  const ways = runs.map((run) => ({ run, others: [...fixed, ...runs.filter((one) => one !== run).flat()], last: 0 }));
  if (runs.length > 1) ways.push({ run: runs.flat(), others: fixed, last: 1 });
  const found = ways.flatMap(({ run, others, last }) =>
    around(plan, run, others).map(({ seats, far }) => {
      const all = inOrder([...others, ...seats]);
      return { all, far, last, alone: leftAlone(plan, all).length };
    }),
  );
  const better = found
    .filter(({ alone }) => alone < now)
    .sort((a, b) => a.alone - b.alone || a.last - b.last || a.far - b.far);
  return better[0]?.all;
}

/** Everywhere that as many as a run of seats can sit together, and how far each is from it: the same row comes first. */
function around(plan: Plan, run: readonly string[], taken: readonly string[]): { seats: string[]; far: number }[] {
  const at = placeOf(run[0] ?? '') ?? { row: 0, number: 1 };
  const assignments = { ...plan.assignments, ...Object.fromEntries(taken.map((seat) => [seat, ''])) };
  return candidates(houseOf({ ...plan, assignments }), run.length, { needs: noNeeds, preference: 'front' })
    .sort(byMerit)
    .map((one) => ({
      seats: labelsFrom(one, run.length),
      far: Math.abs(one.row - at.row) * fullWidth + Math.abs(one.number - at.number),
    }));
}

/** The seats nearest to a choice of which others have a part: together, and leaving as few alone as can be. */
function insteadOf(plan: Plan, chosen: readonly string[], count: number): string[] | undefined {
  const wheelchair = chosen.some((seat) => plan.marks?.[seat]?.kind === 'wheelchair');
  if (wheelchair) return bestSeats(plan, { count, wheelchair }) ?? bestSeats(plan, { count });
  const [first = ''] = chosen;
  const run = Array.from({ length: count }, () => first);
  const together = around(plan, run, []).map((one) => ({ ...one, alone: leftAlone(plan, one.seats).length }));
  const [nearest] = together.sort((a, b) => a.alone - b.alone || a.far - b.far);
  return nearest?.seats ?? bestSeats(plan, { count });
}
