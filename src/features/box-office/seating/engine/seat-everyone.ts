import { formatSeats, groupAdjacentSeats, parseSeatLabel, sortSeats } from '#features/box-office/performances/seats.ts';
import { countUnseatedTickets, listOrderSeats, type Party, type Plan } from '../plan/plan.ts';
import { formatShortList } from '../plan/plan-validation.ts';
import { type Arrangement, arrangeParties, type Placement, type UnseatedParty } from './arrangement.ts';
import {
  type FreeSeats,
  findFreeSeats,
  listFreeCompanionSeats,
  listFreeRuns,
  listSeatLabelsFrom,
  pickWheelchairSeats,
  type SeatingPreference,
} from './free-seats.ts';
import { listOpenSuggestions } from './note-suggestions.ts';
import {
  findWantedNeighbours,
  formatSeatingNeeds,
  getPartyProximity,
  groupPartiesToSeatTogether,
  hasNeeds,
  noSeatingNeeds,
  type PartyProximity,
  type SeatingNeeds,
  scoreUnmetNeeds,
  seatingNeedKeys,
  toSeatingNeeds,
} from './party-requests.ts';

/** The seats that a party was given, and the reason. */
export interface SeatingDecision {
  ref: string;
  name: string;
  seats: string[];
  /** The reason in sentences, without the party's name. */
  says: string;
}

/**
 * Assigns wheelchair spaces and adjacent companion seats to the parties that need them, while any are free. A party
 * that already has a space gets the companion seats next to it.
 */
function seatWheelchairParties(plan: Plan, parties: readonly Party[]): { plan: Plan; choices: SeatingDecision[] } {
  const choices: SeatingDecision[] = [];
  let next = plan;
  // Parties that already have a space come first, so that they get the companion seats next to it
  const hasSpace = ({ ref }: Party) =>
    listOrderSeats(plan, ref).some((seat) => plan.marks?.[seat]?.kind === 'wheelchair');
  for (const party of parties.toSorted((a, b) => Number(hasSpace(b)) - Number(hasSpace(a)))) {
    const count = countUnseatedTickets(next, party);
    if (count <= 0 || !toSeatingNeeds(party).wheelchair) continue;
    const own = listOrderSeats(next, party.ref);
    const spaces = own.filter((seat) => next.marks?.[seat]?.kind === 'wheelchair');
    const given =
      own.length === 0 ? pickWheelchairSeats(next, count) : listFreeCompanionSeats(next, spaces).slice(0, count);
    if (given.length === 0) continue;
    const { ref, name } = party;
    const seats = sortSeats(given);
    const which = own.length === 0 ? 'the wheelchair space that the booking asks for' : companionSeatReason;
    next = { ...next, assignments: { ...next.assignments, ...Object.fromEntries(seats.map((seat) => [seat, ref])) } };
    choices.push({ ref, name, seats, says: `${formatSeats(seats)}, ${which}.` });
  }
  return { plan: next, choices };
}

const companionSeatReason = 'next to their wheelchair space';

/** Lists the parties without any seat that need a wheelchair space and wouldn't get one if seats were assigned now. */
export function listPartiesWithoutWheelchairSpace(plan: Plan, parties: readonly Party[]): Party[] {
  const { plan: then } = seatWheelchairParties(plan, parties);
  return parties.filter(
    (party) =>
      toSeatingNeeds(party).wheelchair &&
      countUnseatedTickets(then, party) > 0 &&
      listOrderSeats(then, party.ref).length === 0,
  );
}

export interface SeatEveryoneResult {
  plan: Plan;
  choices: SeatingDecision[];
  /**
   * The parties that got too few seats, each with the number missing. `needs` is set if a party stays unseated because
   * it needs a wheelchair space and none is free.
   */
  left: { ref: string; name: string; count: number; needs?: 'space' }[];
}

/**
 * Assigns seats to everybody who has none; people with seats keep them. Where possible, parties sit together, recorded
 * requests are met and orphan seats are avoided; then the preferred seats are filled first. Parties that want to sit
 * next to each other do so if there is room and it neither splits a party nor leaves a request unmet. Seats that
 * visitors hold (`held`) stay free. A party that needs a wheelchair space and has no seats stays unseated if no such
 * space is free.
 */
export function seatEveryone(
  plan: Plan,
  parties: Iterable<Party>,
  preference: SeatingPreference,
  held: readonly string[] = [],
): SeatEveryoneResult {
  const all = [...parties];
  const visitors = Object.fromEntries(held.map((seat) => [seat, visitorRef]));
  const free = { ...plan, assignments: { ...visitors, ...plan.assignments } };
  const { plan: begun, choices: wheelchairs } = seatWheelchairParties(free, all);
  const vacancies = findFreeSeats(begun);
  const toSeat = all.flatMap((party) => {
    const count = countUnseatedTickets(begun, party);
    return count > 0 ? [{ party, count, own: listOrderSeats(begun, party.ref), asked: toSeatingNeeds(party) }] : [];
  });
  const withoutSpace = toSeat.filter(({ own, asked }) => asked.wheelchair && own.length === 0);
  const unseated: UnseatedParty[] = toSeat
    .filter((one) => !withoutSpace.includes(one))
    .map(({ party, count, own, asked }) => {
      const needs = isMet(asked, own, { plan: begun, vacancies }) ? noSeatingNeeds : { ...asked, wheelchair: false };
      return { party, count, needs, own, closely: true };
    });
  const company = findWantedNeighbours(all);
  const { placements, left } = arrangeCompany(vacancies, unseated, { plan: begun, company, preference });
  const hasSpaces = Object.values(plan.marks ?? {}).some(({ kind }) => kind === 'wheelchair');
  const others = placements.map((placement) => ({
    ref: placement.unseated.party.ref,
    name: placement.unseated.party.name,
    seats: listPlacedSeats(placement),
    says: formatPlacement(placement, preference, hasSpaces),
  }));
  const choices = [...Map.groupBy([...wheelchairs, ...others], ({ ref }) => ref).values()].flatMap(mergeDecisions);
  const given = choices.flatMap(({ ref, seats }) => seats.map((seat) => [seat, ref]));
  const then = { ...plan, assignments: { ...plan.assignments, ...Object.fromEntries(given) } };
  const byRef = new Map(all.map((party) => [party.ref, party]));
  const withMore = ({ says, ...choice }: SeatingDecision): SeatingDecision => {
    const party = byRef.get(choice.ref);
    const more = party ? [...formatCompany(party, { plan: then, company, byRef }), formatNoteReminder(party, all)] : [];
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

/**
 * Formats a message about the parties that got too few seats; "" if there are none. `withheld` names the free seats that
 * weren't used, such as "marked seats".
 */
export function formatUnseatedParties(left: SeatEveryoneResult['left'], withheld: readonly string[]): string {
  const withoutSpace = left.filter(({ needs }) => needs === 'space').map(({ name }) => name);
  const others = left.filter(({ needs }) => needs === undefined).map(({ name, count }) => `${name} (${count})`);
  const free = withheld.length > 0 ? `, apart from ${withheld.join(' and ')},` : '';
  return [
    others.length > 0 && `No seats are left${free} for ${formatShortList(others)}.`,
    withoutSpace.length > 0 && `No wheelchair space is free for ${formatShortList(withoutSpace)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

interface CompanyContext {
  plan: Plan;
  company: ReadonlyMap<string, ReadonlySet<string>>;
  preference: SeatingPreference;
}

/**
 * Arranges parties so that those who want to sit next to each other do: as one group if a row has room, otherwise near
 * each other. An arrangement that ignores these wishes is computed too. The best one is returned.
 */
function arrangeCompany(
  vacancies: FreeSeats,
  unseated: readonly UnseatedParty[],
  { plan, company, preference }: CompanyContext,
): Arrangement {
  const alone = arrangeParties(vacancies, unseated, preference);
  const near = unseated.map((one) => ({ ...one }));
  const byRef = new Map(near.map((one) => [one.party.ref, one]));
  const longest = Math.max(0, ...listFreeRuns(vacancies).map(({ length }) => length));
  const asOne: UnseatedParty[] = [];
  const inGroups = new Set<UnseatedParty>();
  for (const [at, refs] of groupPartiesToSeatTogether(company).entries()) {
    const mates = refs.flatMap((ref) => listOrderSeats(plan, ref));
    const members = refs.flatMap((ref) => byRef.get(ref) ?? []);
    for (const one of members) Object.assign(one, { group: `${at}`, mates });
    const waiting = members.filter(({ own }) => own.length === 0);
    const count = waiting.reduce((sum, one) => sum + one.count, 0);
    const [first] = waiting;
    if (!first || waiting.length < 2 || count > longest) continue;
    for (const one of waiting) inGroups.add(one);
    asOne.push({ ...first, count, needs: combineNeeds(waiting.map(({ needs }) => needs)), members: waiting });
  }
  if (byRef.size === 0 || near.every(({ group }) => group === undefined)) return alone;
  const inOne = [...near.filter((one) => !inGroups.has(one)), ...asOne];
  const ways = [...(asOne.length > 0 ? [inOne] : []), near].map((some) => arrangeParties(vacancies, some, preference));
  const scored = [...ways, alone].map((arrangement) => ({
    arrangement,
    score: scoreArrangement(arrangement, { plan, company }),
  }));
  return scored.reduce((best, one) => (isLowerScore(one.score, best.score) ? one : best)).arrangement;
}

const combineNeeds = (all: readonly SeatingNeeds[]): SeatingNeeds => ({
  ...noSeatingNeeds,
  ...Object.fromEntries(seatingNeedKeys.map((need) => [need, all.some((one) => one[need])])),
});

/**
 * Scores each kind of fault of an arrangement, most serious first: unseated people, unmet needs, split parties, groups
 * that sit apart, orphan seats.
 */
function scoreArrangement(
  { placements: puts, left, score: worth }: Arrangement,
  { plan, company }: Pick<CompanyContext, 'plan' | 'company'>,
): number[] {
  const seats = new Map([...company.keys()].map((ref) => [ref, listOrderSeats(plan, ref)]));
  for (const put of puts) {
    const { ref } = put.unseated.party;
    const own = seats.get(ref);
    if (own) seats.set(ref, [...own, ...listPlacedSeats(put)]);
  }
  const far = { beside: 0, behind: 1, apart: 3 } as const satisfies Record<PartyProximity, number>;
  const parted = puts.filter(
    (put) => groupAdjacentSeats([...put.unseated.own, ...listPlacedSeats(put)]).length > 1,
  ).length;
  let apart = 0;
  for (const [ref, others] of company) {
    for (const other of others) apart += far[getPartyProximity(seats.get(ref) ?? [], seats.get(other) ?? [])];
  }
  return [left.reduce((sum, { count }) => sum + count, 0), worth.unmet, parted, apart, worth.orphanSeats];
}

function isLowerScore(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0);
}

/** Describes if the party sits next to the parties that it asked for, and next to those that asked for it. */
function formatCompany(
  { ref, nextTo = [] }: Party,
  { plan, company, byRef }: { byRef: ReadonlyMap<string, Party> } & Pick<CompanyContext, 'plan' | 'company'>,
): string[] {
  const own = listOrderSeats(plan, ref);
  const met = [...(company.get(ref) ?? [])].map((other) => {
    const name = byRef.get(other)?.name ?? `booking ${other}`;
    const seats = listOrderSeats(plan, other);
    if (seats.length === 0) return `Next to ${name} wasn’t possible: they have no seats yet.`;
    return {
      beside: `Next to ${name}, as asked.`,
      behind: `Directly in front of or behind ${name}: the two parties couldn’t be seated side by side.`,
      apart: `Not next to ${name}, though it was asked for: the two parties couldn’t be seated together.`,
    }[getPartyProximity(own, seats)];
  });
  const absent = nextTo.filter((other) => other !== ref && !byRef.has(other));
  return [
    ...met,
    ...absent.map(
      (other) => `Next to booking ${other} wasn’t possible: that booking has no tickets for this performance.`,
    ),
  ];
}

/** Quotes the note of a party, which a person still has to read; "" for none. */
function formatNoteReminder(party: Party, all: readonly Party[]): string {
  if (party.note === '') return '';
  const open = listOpenSuggestions(party, all).map(({ label }) => label);
  return open.length > 0
    ? `Their note may ask for ${open.join(', ')}, which nobody has confirmed: “${party.note}”.`
    : `Please read their note: “${party.note}”.`;
}

/** The reference that stands for a visitor who holds a seat and has no order yet. */
const visitorRef = 'visitor';

/** Returns true if the seated members of the party already satisfy its seating needs. */
function isMet(
  needs: SeatingNeeds,
  own: readonly string[],
  { plan, vacancies }: { plan: Plan; vacancies: FreeSeats },
): boolean {
  if (needs.wheelchair && own.some((seat) => plan.marks?.[seat]?.kind === 'wheelchair')) return true;
  return groupAdjacentSeats(own).some((run) => {
    const at = parseSeatLabel(run[0] ?? '');
    return at !== undefined && scoreUnmetNeeds(needs, at, run.length, vacancies) === 0;
  });
}

/** Merges the decisions about a party that was seated in two steps. */
function mergeDecisions([first, ...more]: readonly SeatingDecision[]): SeatingDecision[] {
  if (!first) return [];
  const all = [first, ...more];
  const seats = sortSeats(all.flatMap((choice) => choice.seats));
  return [{ ...first, seats, says: all.map(({ says }) => says).join(' ') }];
}

const listPlacedSeats = ({ pieces }: Placement): string[] =>
  sortSeats(pieces.flatMap(({ at, count }) => listSeatLabelsFrom(at, count)));

const preferenceLabels = { front: 'the front', middle: 'the middle rows', back: 'the back' } as const;

/**
 * Explains which seats were chosen for needs that the plan doesn't record exactly (steps and the hearing loop), so that
 * staff don't promise more.
 */
function formatNeedCaveats({ loop, steps }: SeatingNeeds, hasSpaces: boolean): string {
  const level = hasSpaces ? 'a row with a wheelchair space' : 'the front row (no wheelchair spaces are marked)';
  return [
    steps ? ` Seated in ${level} to avoid steps.` : '',
    loop ? ' Seated near the front for the hearing loop, as the plan doesn’t say where the loop is.' : '',
  ].join('');
}

/** Describes the position of seats in relation to the rest of the party. */
function formatNearness(own: readonly string[], seats: readonly string[]): string {
  const together = groupAdjacentSeats([...own, ...seats]).length;
  if (together < groupAdjacentSeats(own).length + groupAdjacentSeats(seats).length)
    return 'next to the rest of their party';
  const rowOf = (seat: string) => parseSeatLabel(seat)?.row ?? 0;
  const isNear = own.some((one) => seats.some((seat) => Math.abs(rowOf(one) - rowOf(seat)) <= 1));
  return isNear ? 'near the rest of their party' : 'away from the rest of their party';
}

/** Formats a placement: "D5–D7, as the booking asks (aisle), the best 3 seats together, starting from the front." */
function formatPlacement(placement: Placement, preference: SeatingPreference, hasSpaces: boolean): string {
  const { unseated, pieces, reason, unmet: misses } = placement;
  const { needs, own, count } = unseated;
  const seats = listPlacedSeats(placement);
  const metNeeds = formatSeatingNeeds(needs);
  const parts = [formatSeats(seats)];
  if (hasNeeds(needs))
    parts.push(misses === 0 ? `as the booking asks (${metNeeds})` : `though the booking asks for ${metNeeds}`);
  if (own.length > 0) parts.push(formatNearness(own, seats));
  const why = {
    best:
      seats.length === 1
        ? `the best free seat, starting from ${preferenceLabels[preference]}`
        : `the best ${seats.length} seats together, starting from ${preferenceLabels[preference]}`,
    'no single': 'to avoid leaving a single empty seat',
    'room for others': 'so that other parties can sit together too',
  }[reason];
  parts.push(pieces.length > 1 ? `split up, as no row has ${count} free seats together` : why);
  const missing =
    misses === 0
      ? ''
      : count === 1
        ? ' No suitable seat was free.'
        : ` There weren’t ${count} suitable seats free together.`;
  return `${parts.join(', ')}.${missing}${misses === 0 ? formatNeedCaveats(needs, hasSpaces) : ''}`;
}
