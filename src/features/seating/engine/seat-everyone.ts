import { inOrder, placeOf, runsOf, seatsInWords } from '#features/performances/seat-labels.ts';
import { leftToSeat, type Party, type Plan, seatsOf } from '../plan/plan.ts';
import { arrange, type Put, type UnseatedParty } from './arrangement.ts';
import { type Choice, whoAsks } from './choice.ts';
import { type FreeSeats, freeSeatsOf, labelsFrom, type Preference } from './free-seats.ts';
import { hasNeeds, type Needs, needsInWords, needsOf, noNeeds } from './needs.ts';
import { unmet } from './unmet-needs.ts';
import { seatWheelchairs } from './wheelchair-parties.ts';

export interface EveryoneSeated {
  plan: Plan;
  choices: Choice[];
  /** Those for whom there was no seat. */
  left: { ref: string; name: string; count: number }[];
}

/**
 * Gives a seat to everybody who has none; who has one keeps it. Parties sit together, what they ask for is honoured,
 * no seat is left alone wherever the party beside it could sit elsewhere, and the preferred seats go first. Nobody is
 * given a seat that a visitor holds.
 */
export function seatEveryone(
  plan: Plan,
  parties: Iterable<Party>,
  preference: Preference,
  held: readonly string[] = [],
): EveryoneSeated {
  const all = [...parties];
  const visitors = Object.fromEntries(held.map((seat) => [seat, visitor]));
  const free = { ...plan, assignments: { ...visitors, ...plan.assignments } };
  const { plan: begun, choices: wheelchairs } = seatWheelchairs(free, all);
  const vacancies = freeSeatsOf(begun);
  const unseated: UnseatedParty[] = all.flatMap((party) => {
    const count = leftToSeat(begun, party);
    if (count === 0) return [];
    const own = seatsOf(begun, party.ref);
    const asked = needsOf(party);
    const needs = isMet(asked, own, { plan: begun, vacancies }) ? noNeeds : asked;
    return [{ party, count, needs, own, closely: true }];
  });
  const { puts, left } = arrange(vacancies, unseated, preference);
  const spaces = Object.values(plan.marks ?? {}).some(({ kind }) => kind === 'wheelchair');
  const others = puts.map((put) => ({
    ref: put.unseated.party.ref,
    name: put.unseated.party.name,
    seats: seatsPut(put),
    says: inWords(put, preference, spaces),
  }));
  const choices = [...Map.groupBy([...wheelchairs, ...others], ({ ref }) => ref).values()].flatMap(asOne);
  const given = choices.flatMap(({ ref, seats }) => seats.map((seat) => [seat, ref]));
  return {
    plan: { ...plan, assignments: { ...plan.assignments, ...Object.fromEntries(given) } },
    choices,
    left: left.map(({ unseated: { party }, count }) => ({ ref: party.ref, name: party.name, count })),
  };
}

/** Who holds a seat and has no order yet. */
const visitor = 'visitor';

/** Whether those of a party who sit already have what it asks for, so that the others have only to sit beside them. */
function isMet(
  needs: Needs,
  own: readonly string[],
  { plan, vacancies }: { plan: Plan; vacancies: FreeSeats },
): boolean {
  if (needs.wheelchair && own.some((seat) => plan.marks?.[seat]?.kind === 'wheelchair')) return true;
  return runsOf(own).some((run) => {
    const at = placeOf(run[0] ?? '');
    return at !== undefined && unmet(needs, at, run.length, vacancies) === 0;
  });
}

/** The seats of a party that was put in two goes. */
function asOne([first, ...more]: readonly Choice[]): Choice[] {
  if (!first) return [];
  const all = [first, ...more];
  const seats = inOrder(all.flatMap((choice) => choice.seats));
  return [{ ...first, seats, says: all.map(({ says }) => says).join(' ') }];
}

const seatsPut = ({ pieces }: Put): string[] => inOrder(pieces.flatMap(({ at, count }) => labelsFrom(at, count)));

const rowsFirst = { front: 'the front', middle: 'the middle rows', back: 'the back' } as const;

/** What is taken for a need that the plan can't say all of, so that nobody relies on more. */
function takenFor({ loop, steps }: Needs, spaces: boolean): string {
  const level = spaces ? 'a row with a wheelchair space' : 'the front row, as no wheelchair space is marked,';
  return [
    steps ? ` For no steps ${level} is taken.` : '',
    loop ? ' For the hearing loop seats near the front are taken: the plan doesn’t say where it is.' : '',
  ].join('');
}

/** Where seats are from the others of the party. */
function whereInWords(own: readonly string[], seats: readonly string[]): string {
  const together = runsOf([...own, ...seats]).length;
  if (together < runsOf(own).length + runsOf(seats).length) return 'beside the others';
  const rowOf = (seat: string) => placeOf(seat)?.row ?? 0;
  const isNear = own.some((one) => seats.some((seat) => Math.abs(rowOf(one) - rowOf(seat)) <= 1));
  return isNear ? 'near the others' : 'apart from the others';
}

/** "D5–D7, on the aisle as the note asks: the best 3 together from the front." */
function inWords(put: Put, preference: Preference, spaces: boolean): string {
  const { unseated, pieces, because, unmet: misses } = put;
  const { needs, own, count } = unseated;
  const seats = seatsPut(put);
  const metNeeds = needsInWords(needs);
  const parts = [seatsInWords(seats)];
  const asks = whoAsks(unseated.party);
  if (hasNeeds(needs)) parts.push(misses === 0 ? `as ${asks} (${metNeeds})` : `though ${asks} for ${metNeeds}`);
  if (own.length > 0) parts.push(whereInWords(own, seats));
  const why = {
    best:
      count === 1
        ? `the best seat from ${rowsFirst[preference]}`
        : `the best ${count} together from ${rowsFirst[preference]}`,
    'no single': 'so that no seat is left alone',
    'room for others': 'so that those after them sit together too',
  }[because];
  parts.push(pieces.length > 1 ? `since no row has ${count} free seats together` : why);
  const missing = misses > 0 ? ` No such seats were free for ${count === 1 ? 'one' : `${count} together`}.` : '';
  return `${parts.join(', ')}.${missing}${misses === 0 ? takenFor(needs, spaces) : ''}`;
}
