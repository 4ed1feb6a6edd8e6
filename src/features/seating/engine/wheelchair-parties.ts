import { inOrder, seatsInWords } from '#features/performances/seat-labels.ts';
import { leftToSeat, type Party, type Plan, seatsOf } from '../plan/plan.ts';
import { type Choice, whoAsks } from './choice.ts';
import { needsOf } from './needs.ts';
import { wheelchairSeats } from './wheelchair-spaces.ts';

/** Seats those who need it in wheelchair spaces, with the companion seats beside them, as far as there are any. */
export function seatWheelchairs(plan: Plan, parties: readonly Party[]): { plan: Plan; choices: Choice[] } {
  const choices: Choice[] = [];
  let next = plan;
  for (const party of parties) {
    const count = leftToSeat(next, party);
    if (count <= 0 || !needsOf(party).wheelchair || seatsOf(next, party.ref).length > 0) continue;
    const seats = inOrder(wheelchairSeats(next, count));
    if (seats.length === 0) continue;
    const { ref, name } = party;
    next = { ...next, assignments: { ...next.assignments, ...Object.fromEntries(seats.map((seat) => [seat, ref])) } };
    choices.push({
      ref,
      name,
      seats,
      says: `${seatsInWords(seats)}, the wheelchair space that ${whoAsks(party, ['wheelchair'])} for.`,
    });
  }
  return { plan: next, choices };
}
