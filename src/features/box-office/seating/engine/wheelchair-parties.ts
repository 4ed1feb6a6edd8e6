import { formatSeats, sortSeats } from '#features/box-office/performances/seat-labels.ts';
import { countUnseated, listOrderSeats, type Party, type Plan } from '../plan/plan.ts';
import { detectNeeds } from './needs.ts';
import type { SeatingDecision } from './seating-decision.ts';
import { companionSeats, wheelchairSeats } from './wheelchair-spaces.ts';

/**
 * Assigns wheelchair spaces to people who need one, with the adjacent companion seats, as long as there are any. A
 * party that already has a space is given those next to it.
 */
export function seatWheelchairParties(
  plan: Plan,
  parties: readonly Party[],
): { plan: Plan; choices: SeatingDecision[] } {
  const choices: SeatingDecision[] = [];
  let next = plan;
  // Parties that have a space come first: nobody else has a use for the adjacent seats
  const [begun, others] = [true, false].map((has) =>
    parties.filter(
      ({ ref }) => listOrderSeats(plan, ref).some((seat) => plan.marks?.[seat]?.kind === 'wheelchair') === has,
    ),
  );
  for (const party of [...(begun ?? []), ...(others ?? [])]) {
    const count = countUnseated(next, party);
    if (count <= 0 || !detectNeeds(party).wheelchair) continue;
    const own = listOrderSeats(next, party.ref);
    const spaces = own.filter((seat) => next.marks?.[seat]?.kind === 'wheelchair');
    const given = own.length === 0 ? wheelchairSeats(next, count) : companionSeats(next, spaces).slice(0, count);
    if (given.length === 0) continue;
    const { ref, name } = party;
    const seats = sortSeats(given);
    const which = own.length === 0 ? 'the wheelchair space that the order asks for' : besideTheirs;
    next = { ...next, assignments: { ...next.assignments, ...Object.fromEntries(seats.map((seat) => [seat, ref])) } };
    choices.push({ ref, name, seats, says: `${formatSeats(seats)}, ${which}.` });
  }
  return { plan: next, choices };
}

const besideTheirs = 'next to their wheelchair space';

/** Returns the parties that need a wheelchair space and would find none, without parties that are seated already. */
export function withoutSpace(plan: Plan, parties: readonly Party[]): Party[] {
  const { plan: then } = seatWheelchairParties(plan, parties);
  return parties.filter(
    (party) =>
      detectNeeds(party).wheelchair && countUnseated(then, party) > 0 && listOrderSeats(then, party.ref).length === 0,
  );
}
