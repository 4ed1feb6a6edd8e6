import { parseSeatLabel, type SeatPosition } from '#features/box-office/performances/seat-labels.ts';
import type { Party } from '../plan/plan.ts';
import { countLengths, createPacker, isWorse, type PackingScore } from './bin-packing.ts';
import { closenessOf } from './company.ts';
import {
  byMerit,
  type Candidate,
  candidates,
  countOrphanSeats,
  distance,
  type FreeSeats,
  freeRuns,
  listAdjacentLabels,
  type Preference,
  pickBestCandidate,
  type SeatRun,
  setAvailability,
} from './free-seats.ts';
import { hasNeeds, type Needs, noNeeds, scoreUnmetNeeds as unmetAt } from './needs.ts';

/** The people of a party without seats. */
export interface UnseatedParty {
  party: Party;
  count: number;
  needs: Needs;
  /** The seats of the rest of the party. */
  own: readonly string[];
  /** Seats them next to the rest of the party even if that leaves an orphan seat. */
  closely: boolean;
  /** The parties that sit next to each other, by a name of their own; undefined for a party on its own. */
  group?: string;
  /** The seats of others in its group. */
  mates?: readonly string[];
  /** The parties of a group that is seated as one, in the order in which they sit. */
  members?: readonly UnseatedParty[];
}

/** Their seats, in one piece or several, and why they don't sit better. */
export interface Placement {
  unseated: UnseatedParty;
  pieces: { at: SeatPosition; count: number }[];
  because: 'best' | 'no single' | 'room for others';
  unmet: number;
}

export interface Arrangement {
  puts: Placement[];
  /** Parties for whom there was no seat. */
  left: { unseated: UnseatedParty; count: number }[];
  worth: PackingScore & { unmet: number; cost: number };
}

/** The number of arrangements examined before the best so far is taken: some milliseconds. */
const patience = 6000;

/** Seats all unseated parties greedily; if that splits a party or leaves orphan seats, tries again with look-ahead. */
export function arrange(vacancies: FreeSeats, unseated: readonly UnseatedParty[], preference: Preference): Arrangement {
  const simply = arrangeOnce(vacancies, unseated, { preference, foresight: false });
  const before = countOrphanSeats(vacancies);
  const isPerfect = simply.worth.parted === 0 && simply.worth.unmet === 0 && simply.worth.singles <= before;
  if (isPerfect && simply.worth.singles === 0) return simply;
  const carefully = arrangeOnce(vacancies, unseated, { preference, foresight: true });
  return isBetter(carefully.worth, simply.worth) ? carefully : simply;
}

const isBetter = (a: Arrangement['worth'], b: Arrangement['worth']): boolean =>
  (a.unmet - b.unmet || a.parted - b.parted || a.singles - b.singles || a.cost - b.cost) < 0;

interface Way {
  preference: Preference;
  foresight: boolean;
}

function arrangeOnce(hall: FreeSeats, unseated: readonly UnseatedParty[], way: Way): Arrangement {
  const vacancies = { ...hall, free: hall.free.slice() };
  const bySize = (a: UnseatedParty, b: UnseatedParty) => b.count - a.count;
  const isParticular = ({ needs, own, mates = [] }: UnseatedParty) =>
    hasNeeds(needs) || own.length > 0 || mates.length > 0;
  const particular = unseated.filter(isParticular).sort((a, b) => urgency(b) - urgency(a) || bySize(a, b));
  const others = unseated.filter((one) => !isParticular(one)).sort(bySize);
  const puts: Placement[] = [];
  const parted: UnseatedParty[] = [];
  const matesOf = new Map<string, string[]>();
  const withMates = (one: UnseatedParty): UnseatedParty => {
    const placed = one.group === undefined ? undefined : matesOf.get(one.group);
    return placed ? { ...one, mates: [...(one.mates ?? []), ...placed] } : one;
  };
  const record = (put: Placement) => {
    puts.push(put);
    const { group } = put.unseated;
    if (group === undefined) return;
    const seats = put.pieces.flatMap(({ at, count }) => listAdjacentLabels(at, count));
    matesOf.set(group, [...(matesOf.get(group) ?? []), ...seats]);
  };
  const putOne = (one: UnseatedParty, ahead: Ahead | undefined) => {
    const put = together(vacancies, withMates(one), { ...way, ahead });
    if (put) record(put);
    // If a group doesn't fit as one, each of its parties sits as near to the others as it can
    else if (one.members) for (const member of one.members) putOne(member, ahead);
    else parted.push(one);
  };
  for (const [at, one] of particular.entries()) {
    const rest = [...particular.slice(at + 1), ...others].map(({ count }) => count).sort((a, b) => b - a);
    putOne(one, way.foresight ? { best: createPacker(rest, patience / 4), at: 0 } : undefined);
  }
  const best = createPacker(
    others.map(({ count }) => count),
    patience,
  );
  for (const [at, one] of others.entries()) putOne(one, way.foresight ? { best, at: at + 1 } : undefined);

  const left: Arrangement['left'] = [];
  for (const one of parted) {
    const { put, count } = inPieces(vacancies, withMates(one), way);
    if (put) record(put);
    if (count > 0) left.push({ unseated: one, count });
  }
  mendSingles(vacancies, puts, way.preference);
  const each = puts.flatMap((put) => splitGroup(put, vacancies));
  const cost = each.reduce(
    (sum, { pieces, unseated: { count } }) => sum + distanceOf(pieces, vacancies, way) * count,
    0,
  );
  const unmet = each.reduce((sum, put) => sum + put.unmet, 0);
  return { puts: each, left, worth: { parted: parted.length, unmet, singles: countOrphanSeats(vacancies), cost } };
}

/** Returns the seats of each party of a group that sits as one, from the end that meets more of their needs. */
function splitGroup(put: Placement, vacancies: FreeSeats): Placement[] {
  const { members } = put.unseated;
  const [piece] = put.pieces;
  if (!members || !piece) return [put];
  const along = (parties: readonly UnseatedParty[]): Placement[] => {
    let { number } = piece.at;
    return parties.map((unseated) => {
      const at = { row: piece.at.row, number };
      number += unseated.count;
      const misses = unmetAt(unseated.needs, at, unseated.count, vacancies);
      return { unseated, pieces: [{ at, count: unseated.count }], because: put.because, unmet: misses };
    });
  };
  const sum = (all: readonly Placement[]) => all.reduce((misses, { unmet }) => misses + unmet, 0);
  const [forwards, backwards] = [along(members), along(members.toReversed())];
  return sum(backwards) < sum(forwards) ? backwards : forwards;
}

const urgency = ({ needs, own }: UnseatedParty): number =>
  (needs.steps ? 8 : 0) +
  (needs.aisle ? 4 : 0) +
  (own.length > 0 ? 2 : 0) +
  (needs.front || needs.back || needs.loop ? 1 : 0);

function distanceOf(pieces: Placement['pieces'], vacancies: FreeSeats, { preference }: Way): number {
  const far = ({ at, count }: Placement['pieces'][number]) =>
    distance(at.row, at.number + (count - 1) / 2, vacancies, preference);
  return pieces.reduce((sum, piece) => sum + far(piece), 0) / pieces.length;
}

/** Facts about the parties that come later. */
interface Ahead {
  best: ReturnType<typeof createPacker>;
  /** The first of them. */
  at: number;
}

/** Seats a party in one piece; undefined if none is large enough, or if that would split more of the others. */
function together(
  vacancies: FreeSeats,
  one: UnseatedParty,
  { preference, ahead }: Way & { ahead: Ahead | undefined },
): Placement | undefined {
  const found = near(one, candidates(vacancies, one.count, { needs: one.needs, preference }));
  const first = pickBestCandidate(found);
  if (!first) return undefined;
  const chosen = ahead ? withForesight(vacancies, found, one.count, ahead) : first;
  if (!chosen) return undefined;
  setAvailability(vacancies, chosen, one.count);
  const cheapest = found.reduce((a, b) => (b.unmet === chosen.unmet && b.cost < a.cost ? b : a), chosen);
  const because = cheapest === chosen ? 'best' : cheapest.singles > 0 ? 'no single' : 'room for others';
  return { unseated: one, pieces: [{ at: chosen, count: one.count }], because, unmet: chosen.unmet };
}

/** Prefers seats next to the party's own, then those next to the parties that it wants to sit with. */
function near(one: UnseatedParty, found: Candidate[]): Candidate[] {
  const { own, mates = [] } = one;
  if (own.length > 0) return nearest(one, own, found);
  return mates.length > 0 ? nextToMates(one, mates, found) : found;
}

/** Returns the candidates next to the others of a group, else those directly behind or in front of them, else all. */
function nextToMates(one: UnseatedParty, mates: readonly string[], found: Candidate[]): Candidate[] {
  const least = Math.min(...found.map(({ unmet }) => unmet));
  const closeness = Map.groupBy(
    found.filter(({ unmet }) => unmet === least),
    (at) => closenessOf(listAdjacentLabels(at, one.count), mates),
  );
  return closeness.get('beside') ?? closeness.get('behind') ?? nearest({ ...one, closely: false }, mates, found);
}

/** Ranks candidates by their distance from these seats. */
function nearest({ count, closely }: UnseatedParty, own: readonly string[], found: Candidate[]): Candidate[] {
  const seats = own.flatMap((label) => parseSeatLabel(label) ?? []);
  const gap = (one: Candidate) =>
    Math.min(
      ...seats.map(({ row, number }) => {
        const aside = Math.max(one.number - number, number - (one.number + count - 1), 0);
        return Math.abs(row - one.row) * 2 + aside - 1;
      }),
    );
  const least = Math.min(...found.map(({ unmet }) => unmet));
  const beside = closely ? found.filter((one) => one.unmet === least && gap(one) === 0) : [];
  return beside.length > 0 ? beside : found.map((one) => ({ ...one, cost: gap(one) * 100 + one.cost }));
}

/**
 * Picks the place that leaves the best outcome for the remaining parties. Undefined if splitting this party splits
 * fewer parties overall.
 */
function withForesight(
  vacancies: FreeSeats,
  found: readonly Candidate[],
  count: number,
  { best, at }: Ahead,
): Candidate | undefined {
  const lengths = countLengths(freeRuns(vacancies));
  const least = found.reduce((few, { unmet }) => Math.min(few, unmet), Number.POSITIVE_INFINITY);
  // The later parties only see the number left on either side: of places with the same rest, the best
  const kinds = new Map<number, Candidate>();
  for (const one of found) {
    if (one.unmet > least) continue;
    const before = one.number - one.run.number;
    const kind = one.run.length * 100 + Math.min(before, one.run.length - before - count);
    const known = kinds.get(kind);
    if (!known || byMerit(one, known) < 0) kinds.set(kind, one);
  }
  let chosen = pickBestCandidate(found);
  let most: PackingScore | undefined;
  for (const one of [...kinds.values()].sort(byMerit)) {
    const before = one.number - one.run.number;
    const then = best(instead(lengths, one.run.length, [before, one.run.length - before - count]), at);
    if (then === undefined) return chosen;
    if (most === undefined || isWorse(most, then)) [most, chosen] = [then, one];
    if (then.parted === 0 && then.singles === 0) return chosen;
  }
  const apart = best(lengths, at);
  return most && apart && isWorse(most, { ...apart, parted: apart.parted + 1 }) ? undefined : chosen;
}

const instead = (lengths: readonly number[], one: number, others: readonly number[]): number[] => {
  const changed = [...lengths];
  changed[one] = (changed[one] ?? 0) - 1;
  for (const other of others) if (other > 0) changed[other] = (changed[other] ?? 0) + 1;
  return changed;
};

/** Splits a party that fits in no row into as few groups as possible, close together, and avoids groups of one. */
function inPieces(
  vacancies: FreeSeats,
  one: UnseatedParty,
  { preference }: Way,
): { put: Placement | undefined; count: number } {
  const pieces: Placement['pieces'] = [];
  let { count } = one;
  while (count > 0) {
    const runs = freeRuns(vacancies);
    const longest = Math.max(0, ...runs.map(({ length }) => length));
    if (longest === 0) break;
    const wanted = Math.min(count, longest);
    const size = count - wanted === 1 ? wanted - countBeside(runs, wanted) : wanted;
    const needs = pieces.length === 0 ? one.needs : noNeeds;
    const beside = {
      ...one,
      count: size,
      own: [...one.own, ...pieces.flatMap((piece) => listAdjacentLabels(piece.at, piece.count))],
    };
    const chosen = pickBestCandidate(near(beside, candidates(vacancies, size, { needs, preference })));
    if (!chosen) break;
    setAvailability(vacancies, chosen, size);
    pieces.push({ at: chosen, count: size });
    count -= size;
  }
  if (pieces.length === 0) return { put: undefined, count };
  const unmet = Math.min(...pieces.map((piece) => unmetAt(one.needs, piece.at, piece.count, vacancies)));
  return { put: { unseated: one, pieces, because: 'best', unmet }, count };
}

/**
 * Returns how many people (one or two) to move out of the longest run to join a last person who would otherwise sit
 * alone, choosing the number that leaves fewer orphan seats; 0 if no other run has room.
 */
function countBeside(runs: readonly SeatRun[], longest: number): number {
  const others = runs.map(({ length }) => length).sort((a, b) => a - b);
  others.pop();
  const ways = [1, 2]
    .filter((more) => longest - more > 1)
    .flatMap((more) =>
      others
        .filter((length) => length > more)
        .map((length) => ({ more, singles: Number(more === 1) + Number(length - more === 2) })),
    );
  return ways.sort((a, b) => a.singles - b.singles)[0]?.more ?? 0;
}

/** Moves a party that leaves an orphan seat to seats with fewer of them, as long as there are any. */
function mendSingles(vacancies: FreeSeats, puts: Placement[], preference: Preference): void {
  for (let moved = true; moved && countOrphanSeats(vacancies) > 0; ) {
    moved = false;
    for (const put of puts) {
      const [piece] = put.pieces;
      const { needs, count, mates = [] } = put.unseated;
      if (!piece || put.pieces.length > 1 || mates.length > 0) continue;
      setAvailability(vacancies, piece.at, count, 1);
      const found = near(put.unseated, candidates(vacancies, count, { needs, preference }));
      const now = found.find(({ row, number }) => row === piece.at.row && number === piece.at.number);
      const better = pickBestCandidate(
        now ? found.filter(({ unmet, singles }) => unmet <= now.unmet && singles < now.singles) : [],
        fewestSingles,
      );
      const to = better ?? piece.at;
      if (better) {
        Object.assign(put, { pieces: [{ at: better, count }], because: 'no single', unmet: better.unmet });
        moved = true;
      }
      setAvailability(vacancies, to, count);
    }
  }
}

const fewestSingles = (a: Candidate, b: Candidate): number => a.singles - b.singles || byMerit(a, b);
