import {
  formatSeats,
  groupAdjacentSeats,
  parseSeatLabel,
  sortSeats,
} from '#features/box-office/performances/seat-labels.ts';
import { countUnseated, listOrderSeats, type Party, type Plan } from '../plan/plan.ts';
import { type Arrangement, arrange, type Placement, type UnseatedParty } from './arrangement.ts';
import { type Closeness, closenessOf, companyOf, groupsOf } from './company.ts';
import { type FreeSeats, freeRuns, freeSeatsOf, listAdjacentLabels, type Preference } from './free-seats.ts';
import { allNeeds, detectNeeds, formatNeeds, hasNeeds, type Needs, noNeeds, scoreUnmetNeeds } from './needs.ts';
import { openSuggestions } from './note-suggestions.ts';
import type { SeatingDecision } from './seating-decision.ts';
import { companionSeats, wheelchairSeats } from './wheelchair-spaces.ts';

/**
 * Assigns wheelchair spaces to people who need one, with the adjacent companion seats, as long as there are any. A
 * party that already has a space is given those next to it.
 */
function seatWheelchairParties(plan: Plan, parties: readonly Party[]): { plan: Plan; choices: SeatingDecision[] } {
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

export interface SeatEveryoneResult {
  plan: Plan;
  choices: SeatingDecision[];
  /** Parties for whom there was no seat; `space` if they need a wheelchair space, and an ordinary seat won't do. */
  left: { ref: string; name: string; count: number; needs?: 'space' }[];
}

/**
 * Assigns seats to everybody who has none; people with seats keep them. Parties sit together, recorded requests are
 * honoured, no orphan seat remains if the party next to it could sit elsewhere, and the preferred seats go first.
 * Parties that want to sit next to each other do, unless that would split one. Nobody is given a seat that a visitor
 * holds, and no wheelchair user an ordinary seat.
 */
export function seatEveryone(
  plan: Plan,
  parties: Iterable<Party>,
  preference: Preference,
  held: readonly string[] = [],
): SeatEveryoneResult {
  const all = [...parties];
  const visitors = Object.fromEntries(held.map((seat) => [seat, visitor]));
  const free = { ...plan, assignments: { ...visitors, ...plan.assignments } };
  const { plan: begun, choices: wheelchairs } = seatWheelchairParties(free, all);
  const vacancies = freeSeatsOf(begun);
  const toSeat = all.flatMap((party) => {
    const count = countUnseated(begun, party);
    return count > 0 ? [{ party, count, own: listOrderSeats(begun, party.ref), asked: detectNeeds(party) }] : [];
  });
  const withoutSpace = toSeat.filter(({ own, asked }) => asked.wheelchair && own.length === 0);
  const unseated: UnseatedParty[] = toSeat
    .filter((one) => !withoutSpace.includes(one))
    .map(({ party, count, own, asked }) => {
      const needs = isMet(asked, own, { plan: begun, vacancies }) ? noNeeds : { ...asked, wheelchair: false };
      return { party, count, needs, own, closely: true };
    });
  const company = companyOf(all);
  const { puts, left } = arrangeCompany(vacancies, unseated, { plan: begun, company, preference });
  const spaces = Object.values(plan.marks ?? {}).some(({ kind }) => kind === 'wheelchair');
  const others = puts.map((put) => ({
    ref: put.unseated.party.ref,
    name: put.unseated.party.name,
    seats: seatsPut(put),
    says: formatPlacement(put, preference, spaces),
  }));
  const choices = [...Map.groupBy([...wheelchairs, ...others], ({ ref }) => ref).values()].flatMap(asOne);
  const given = choices.flatMap(({ ref, seats }) => seats.map((seat) => [seat, ref]));
  const then = { ...plan, assignments: { ...plan.assignments, ...Object.fromEntries(given) } };
  const byRef = new Map(all.map((party) => [party.ref, party]));
  const withMore = ({ says, ...choice }: SeatingDecision): SeatingDecision => {
    const party = byRef.get(choice.ref);
    const more = party ? [...companyNews(party, { plan: then, company, byRef }), noteNews(party, all)] : [];
    return { ...choice, says: [says, ...more].filter(Boolean).join(' ') };
  };
  return {
    plan: then,
    choices: choices.map(withMore),
    left: [
      ...withoutSpace.map(({ party: { ref, name }, count }) => ({ ref, name, count, needs: 'space' as const })),
      ...left.map(({ unseated: { party }, count }) => ({ ref: party.ref, name: party.name, count })),
    ],
  };
}

interface Company {
  plan: Plan;
  company: ReadonlyMap<string, ReadonlySet<string>>;
  preference: Preference;
}

/**
 * Arranges parties so that those who want to sit next to each other do: as one if a row has room, else near each other.
 * Of this arrangement and the one without such wishes, it returns the one that leaves out, and then splits, fewest.
 */
function arrangeCompany(
  vacancies: FreeSeats,
  unseated: readonly UnseatedParty[],
  { plan, company, preference }: Company,
): Arrangement {
  const alone = arrange(vacancies, unseated, preference);
  const near = unseated.map((one) => ({ ...one }));
  const byRef = new Map(near.map((one) => [one.party.ref, one]));
  const longest = Math.max(0, ...freeRuns(vacancies).map(({ length }) => length));
  const asOne: UnseatedParty[] = [];
  const inGroups = new Set<UnseatedParty>();
  for (const [at, refs] of groupsOf(company).entries()) {
    const mates = refs.flatMap((ref) => listOrderSeats(plan, ref));
    const members = refs.flatMap((ref) => byRef.get(ref) ?? []);
    for (const one of members) Object.assign(one, { group: `${at}`, mates });
    const waiting = members.filter(({ own }) => own.length === 0);
    const count = waiting.reduce((sum, one) => sum + one.count, 0);
    const [first] = waiting;
    if (!first || waiting.length < 2 || count > longest) continue;
    for (const one of waiting) inGroups.add(one);
    asOne.push({ ...first, count, needs: anyOf(waiting.map(({ needs }) => needs)), members: waiting });
  }
  if (byRef.size === 0 || near.every(({ group }) => group === undefined)) return alone;
  const inOne = [...near.filter((one) => !inGroups.has(one)), ...asOne];
  const ways = [...(asOne.length > 0 ? [inOne] : []), near].map((some) => arrange(vacancies, some, preference));
  const scored = [...ways, alone].map((arrangement) => ({
    arrangement,
    score: scoreOf(arrangement, { plan, company }),
  }));
  return scored.reduce((best, one) => (isLess(one.score, best.score) ? one : best)).arrangement;
}

const anyOf = (all: readonly Needs[]): Needs => ({
  ...noNeeds,
  ...Object.fromEntries(allNeeds.map((need) => [need, all.some((one) => one[need])])),
});

/**
 * Scores the faults of an arrangement, the gravest first: unseated, unmet needs, split parties, parties apart, orphan
 * seats.
 */
function scoreOf({ puts, left, worth }: Arrangement, { plan, company }: Pick<Company, 'plan' | 'company'>): number[] {
  const seats = new Map([...company.keys()].map((ref) => [ref, listOrderSeats(plan, ref)]));
  for (const put of puts) {
    const { ref } = put.unseated.party;
    const own = seats.get(ref);
    if (own) seats.set(ref, [...own, ...seatsPut(put)]);
  }
  const far = { beside: 0, behind: 1, apart: 3 } as const satisfies Record<Closeness, number>;
  const parted = puts.filter((put) => groupAdjacentSeats([...put.unseated.own, ...seatsPut(put)]).length > 1).length;
  let apart = 0;
  for (const [ref, others] of company) {
    for (const other of others) apart += far[closenessOf(seats.get(ref) ?? [], seats.get(other) ?? [])];
  }
  return [left.reduce((sum, { count }) => sum + count, 0), worth.unmet, parted, apart, worth.singles];
}

function isLess(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0);
}

/** Describes how the wishes of a party, and those about it, were met. */
function companyNews(
  { ref, nextTo = [] }: Party,
  { plan, company, byRef }: { byRef: ReadonlyMap<string, Party> } & Pick<Company, 'plan' | 'company'>,
): string[] {
  const own = listOrderSeats(plan, ref);
  const met = [...(company.get(ref) ?? [])].map((other) => {
    const name = byRef.get(other)?.name ?? `booking ${other}`;
    const seats = listOrderSeats(plan, other);
    if (seats.length === 0) return `Next to ${name} wasn’t possible: they have no seats yet.`;
    return {
      beside: `Next to ${name}, as asked.`,
      behind: `Directly in front of or behind ${name}: no seats side by side were free for both.`,
      apart: `Not next to ${name}, as asked: no such seats were free for both.`,
    }[closenessOf(own, seats)];
  });
  const absent = nextTo.filter((other) => other !== ref && !byRef.has(other));
  return [...met, ...absent.map((other) => `Next to booking ${other} wasn’t possible: it isn’t for this performance.`)];
}

/** Returns the note that a person still has to read: notes are never acted on. */
function noteNews(party: Party, all: readonly Party[]): string {
  if (party.note === '') return '';
  const open = openSuggestions(party, all).map(({ label }) => label);
  return open.length > 0
    ? `Their note may ask for ${open.join(', ')}, which nobody has confirmed: “${party.note}”.`
    : `Their note is for you to read: “${party.note}”.`;
}

/** Stands for a visitor who holds a seat and has no order yet. */
const visitor = 'visitor';

/** Returns true if the seated members of the party already satisfy its seating needs. */
function isMet(
  needs: Needs,
  own: readonly string[],
  { plan, vacancies }: { plan: Plan; vacancies: FreeSeats },
): boolean {
  if (needs.wheelchair && own.some((seat) => plan.marks?.[seat]?.kind === 'wheelchair')) return true;
  return groupAdjacentSeats(own).some((run) => {
    const at = parseSeatLabel(run[0] ?? '');
    return at !== undefined && scoreUnmetNeeds(needs, at, run.length, vacancies) === 0;
  });
}

/** Returns the seats of a party that was seated in two steps. */
function asOne([first, ...more]: readonly SeatingDecision[]): SeatingDecision[] {
  if (!first) return [];
  const all = [first, ...more];
  const seats = sortSeats(all.flatMap((choice) => choice.seats));
  return [{ ...first, seats, says: all.map(({ says }) => says).join(' ') }];
}

const seatsPut = ({ pieces }: Placement): string[] =>
  sortSeats(pieces.flatMap(({ at, count }) => listAdjacentLabels(at, count)));

const rowsFirst = { front: 'the front', middle: 'the middle rows', back: 'the back' } as const;

/** Describes the seats used for a need that the plan can't express fully, so that nobody relies on more. */
function takenFor({ loop, steps }: Needs, spaces: boolean): string {
  const level = spaces ? 'a row with a wheelchair space' : 'the front row (no wheelchair spaces are marked)';
  return [
    steps ? ` Seated in ${level} to avoid steps.` : '',
    loop ? ' Seated near the front for the hearing loop, as the plan doesn’t say where the loop is.' : '',
  ].join('');
}

/** Describes the position of seats relative to the others of the party. */
function formatNearness(own: readonly string[], seats: readonly string[]): string {
  const together = groupAdjacentSeats([...own, ...seats]).length;
  if (together < groupAdjacentSeats(own).length + groupAdjacentSeats(seats).length)
    return 'next to the rest of their party';
  const rowOf = (seat: string) => parseSeatLabel(seat)?.row ?? 0;
  const isNear = own.some((one) => seats.some((seat) => Math.abs(rowOf(one) - rowOf(seat)) <= 1));
  return isNear ? 'near the rest of their party' : 'away from the rest of their party';
}

/** "D5–D7, as the booking asks (aisle), the best 3 seats together, starting from the front." */
function formatPlacement(put: Placement, preference: Preference, spaces: boolean): string {
  const { unseated, pieces, because, unmet: misses } = put;
  const { needs, own, count } = unseated;
  const seats = seatsPut(put);
  const metNeeds = formatNeeds(needs);
  const parts = [formatSeats(seats)];
  if (hasNeeds(needs))
    parts.push(misses === 0 ? `as the booking asks (${metNeeds})` : `though the booking asks for ${metNeeds}`);
  if (own.length > 0) parts.push(formatNearness(own, seats));
  const why = {
    best:
      count === 1
        ? `the best free seat, starting from ${rowsFirst[preference]}`
        : `the best ${count} seats together, starting from ${rowsFirst[preference]}`,
    'no single': 'to avoid leaving a single empty seat',
    'room for others': 'so that later parties can sit together too',
  }[because];
  parts.push(pieces.length > 1 ? `split up, as no row has ${count} free seats together` : why);
  const missing = misses > 0 ? ` No suitable ${count === 1 ? 'seat was' : `${count} seats together were`} free.` : '';
  return `${parts.join(', ')}.${missing}${misses === 0 ? takenFor(needs, spaces) : ''}`;
}
