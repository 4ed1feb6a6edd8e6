import { parseSeatLabel, type SeatPosition } from '#features/box-office/performances/seats.ts';
import type { Party } from '../plan/plan.ts';
import { countRunsByLength, createPackingScorer, isWorsePacking, type PackingScore } from './bin-packing.ts';
import {
  compareCandidates,
  countOrphanSeats,
  type FreeSeats,
  getDistanceToPreferredSeats,
  listCandidates,
  listFreeRuns,
  listSeatLabelsFrom,
  pickBestCandidate,
  type SeatCandidate,
  type SeatingPreference,
  type SeatRun,
  setSeatAvailability,
} from './free-seats.ts';
import { getPartyProximity, hasNeeds, noSeatingNeeds, type SeatingNeeds, scoreUnmetNeeds } from './party-requests.ts';

/**
 * The members of a party who have no seat yet. For a group that is seated as one party, the members of all its parties.
 */
export interface UnseatedParty {
  party: Party;
  count: number;
  needs: SeatingNeeds;
  /** The seats of the rest of the party. */
  own: readonly string[];
  /** True to seat these people next to the rest of the party, even if that leaves an orphan seat. */
  closely: boolean;
  /** The key of the group of parties that want to sit together; undefined for a party on its own. */
  group?: string;
  /** The seats of the other parties in the party's group. */
  mates?: readonly string[];
  /** For a group that is seated as one party: its parties, in the order in which they sit. */
  members?: readonly UnseatedParty[];
}

/** The new seats of a party, in one piece or several, and the reason for them. */
export interface Placement {
  unseated: UnseatedParty;
  pieces: { at: SeatPosition; count: number }[];
  reason: 'best' | 'no single' | 'room for others';
  unmet: number;
}

export interface Arrangement {
  placements: Placement[];
  /** Parties for which there weren't enough seats. */
  left: { unseated: UnseatedParty; count: number }[];
  score: PackingScore & { unmet: number; cost: number };
}

/** The number of arrangements to examine before the best one so far is accepted (a few milliseconds). */
const maxArrangements = 6000;

/**
 * Seats all unseated parties greedily. If that leaves needs unmet, splits a party or leaves orphan seats, also tries
 * with look-ahead and returns the better arrangement.
 */
export function arrangeParties(
  vacancies: FreeSeats,
  unseated: readonly UnseatedParty[],
  preference: SeatingPreference,
): Arrangement {
  const greedy = arrangeOnce(vacancies, unseated, { preference, looksAhead: false });
  const { unmet, splitParties, orphanSeats } = greedy.score;
  if (unmet === 0 && splitParties === 0 && orphanSeats === 0) return greedy;
  const careful = arrangeOnce(vacancies, unseated, { preference, looksAhead: true });
  return isBetter(careful.score, greedy.score) ? careful : greedy;
}

const isBetter = (a: Arrangement['score'], b: Arrangement['score']): boolean =>
  (a.unmet - b.unmet || a.splitParties - b.splitParties || a.orphanSeats - b.orphanSeats || a.cost - b.cost) < 0;

interface ArrangeOptions {
  preference: SeatingPreference;
  looksAhead: boolean;
}

function arrangeOnce(hall: FreeSeats, unseated: readonly UnseatedParty[], options: ArrangeOptions): Arrangement {
  const vacancies = { ...hall, free: hall.free.slice() };
  const bySize = (a: UnseatedParty, b: UnseatedParty) => b.count - a.count;
  const hasConditions = ({ needs, own, mates = [] }: UnseatedParty) =>
    hasNeeds(needs) || own.length > 0 || mates.length > 0;
  const conditional = unseated.filter(hasConditions).sort((a, b) => getUrgency(b) - getUrgency(a) || bySize(a, b));
  const others = unseated.filter((one) => !hasConditions(one)).sort(bySize);
  const placements: Placement[] = [];
  const unplaced: UnseatedParty[] = [];
  const matesOf = new Map<string, string[]>();
  const withMates = (one: UnseatedParty): UnseatedParty => {
    const placed = one.group === undefined ? undefined : matesOf.get(one.group);
    return placed ? { ...one, mates: [...(one.mates ?? []), ...placed] } : one;
  };
  const record = (placement: Placement) => {
    placements.push(placement);
    const { group } = placement.unseated;
    if (group === undefined) return;
    const seats = placement.pieces.flatMap(({ at, count }) => listSeatLabelsFrom(at, count));
    matesOf.set(group, [...(matesOf.get(group) ?? []), ...seats]);
  };
  const placeParty = (one: UnseatedParty, ahead: LookAhead | undefined) => {
    const placement = seatTogether(vacancies, withMates(one), { ...options, ahead });
    if (placement) record(placement);
    // If a group doesn't fit in one run, each of its parties sits as near to the others as possible
    else if (one.members) for (const member of one.members) placeParty(member, ahead);
    else unplaced.push(one);
  };
  for (const [at, one] of conditional.entries()) {
    const rest = [...conditional.slice(at + 1), ...others].map(({ count }) => count).sort((a, b) => b - a);
    placeParty(one, options.looksAhead ? { best: createPackingScorer(rest, maxArrangements / 4), at: 0 } : undefined);
  }
  const best = createPackingScorer(
    others.map(({ count }) => count),
    maxArrangements,
  );
  for (const [at, one] of others.entries()) placeParty(one, options.looksAhead ? { best, at: at + 1 } : undefined);

  const left: Arrangement['left'] = [];
  for (const one of unplaced) {
    const { placement, count } = seatInPieces(vacancies, withMates(one), options);
    if (placement) record(placement);
    if (count > 0) left.push({ unseated: one, count });
  }
  repairOrphanSeats(vacancies, placements, options.preference);
  const each = placements.flatMap((placement) => splitGroup(placement, vacancies));
  const cost = each.reduce(
    (sum, { pieces, unseated: { count } }) => sum + getAverageDistance(pieces, vacancies, options) * count,
    0,
  );
  const unmet = each.reduce((sum, placement) => sum + placement.unmet, 0);
  return {
    placements: each,
    left,
    score: { splitParties: unplaced.length, unmet, orphanSeats: countOrphanSeats(vacancies), cost },
  };
}

/**
 * Divides the seats of a group among its parties, in their order from left to right or from right to left, whichever
 * meets more needs.
 */
function splitGroup(placement: Placement, vacancies: FreeSeats): Placement[] {
  const { members } = placement.unseated;
  const [piece] = placement.pieces;
  if (!members || !piece) return [placement];
  const splitInOrder = (parties: readonly UnseatedParty[]): Placement[] => {
    let { number } = piece.at;
    return parties.map((unseated) => {
      const at = { row: piece.at.row, number };
      number += unseated.count;
      const misses = scoreUnmetNeeds(unseated.needs, at, unseated.count, vacancies);
      return { unseated, pieces: [{ at, count: unseated.count }], reason: placement.reason, unmet: misses };
    });
  };
  const sum = (all: readonly Placement[]) => all.reduce((misses, { unmet }) => misses + unmet, 0);
  const [forwards, backwards] = [splitInOrder(members), splitInOrder(members.toReversed())];
  return sum(backwards) < sum(forwards) ? backwards : forwards;
}

const getUrgency = ({ needs, own }: UnseatedParty): number =>
  (needs.steps ? 8 : 0) +
  (needs.aisle ? 4 : 0) +
  (own.length > 0 ? 2 : 0) +
  (needs.front || needs.back || needs.loop ? 1 : 0);

function getAverageDistance(pieces: Placement['pieces'], vacancies: FreeSeats, { preference }: ArrangeOptions): number {
  const getPieceDistance = ({ at, count }: Placement['pieces'][number]) =>
    getDistanceToPreferredSeats(at.row, at.number + (count - 1) / 2, vacancies, preference);
  return pieces.reduce((sum, piece) => sum + getPieceDistance(piece), 0) / pieces.length;
}

/** The scorer that predicts the result for the parties that are seated later. */
interface LookAhead {
  best: ReturnType<typeof createPackingScorer>;
  /** The index, in the scorer's sizes, of the first party that is seated later. */
  at: number;
}

/**
 * Seats a party together. Returns undefined if no run of free seats is long enough, or if splitting this party gives a
 * better overall result.
 */
function seatTogether(
  vacancies: FreeSeats,
  one: UnseatedParty,
  { preference, ahead }: ArrangeOptions & { ahead: LookAhead | undefined },
): Placement | undefined {
  const found = rankByCompany(one, listCandidates(vacancies, one.count, { needs: one.needs, preference }));
  const first = pickBestCandidate(found);
  if (!first) return undefined;
  const chosen = ahead ? pickWithLookAhead(vacancies, found, one.count, ahead) : first;
  if (!chosen) return undefined;
  setSeatAvailability(vacancies, chosen, one.count);
  const cheapest = found.reduce((a, b) => (b.unmet === chosen.unmet && b.cost < a.cost ? b : a), chosen);
  const reason = cheapest === chosen ? 'best' : cheapest.orphanSeats > 0 ? 'no single' : 'room for others';
  return { unseated: one, pieces: [{ at: chosen, count: one.count }], reason, unmet: chosen.unmet };
}

/**
 * Ranks candidates by how close they are to the party's own seats or, if it has none, to the parties that it wants to
 * sit with.
 */
function rankByCompany(one: UnseatedParty, found: SeatCandidate[]): SeatCandidate[] {
  const { own, mates = [] } = one;
  if (own.length > 0) return rankByDistance(one, own, found);
  return mates.length > 0 ? rankByMates(one, mates, found) : found;
}

/**
 * Considers only the candidates with the fewest unmet needs. Returns those next to the rest of the group, or else those
 * directly behind or in front of the group. If there are none, returns all candidates, with their distance added to the
 * cost.
 */
function rankByMates(one: UnseatedParty, mates: readonly string[], found: SeatCandidate[]): SeatCandidate[] {
  const least = Math.min(...found.map(({ unmet }) => unmet));
  const closeness = Map.groupBy(
    found.filter(({ unmet }) => unmet === least),
    (at) => getPartyProximity(listSeatLabelsFrom(at, one.count), mates),
  );
  return closeness.get('beside') ?? closeness.get('behind') ?? rankByDistance({ ...one, closely: false }, mates, found);
}

/**
 * If the party must sit close to the seats `own`, returns the candidates next to them, out of those with the fewest
 * unmet needs. Otherwise, or if there are none, returns all candidates, with their distance added to the cost.
 */
function rankByDistance(
  { count, closely }: UnseatedParty,
  own: readonly string[],
  found: SeatCandidate[],
): SeatCandidate[] {
  const seats = own.flatMap((label) => parseSeatLabel(label) ?? []);
  const getGap = (one: SeatCandidate) =>
    Math.min(
      ...seats.map(({ row, number }) => {
        const aside = Math.max(one.number - number, number - (one.number + count - 1), 0);
        return Math.abs(row - one.row) * 2 + aside - 1;
      }),
    );
  const least = Math.min(...found.map(({ unmet }) => unmet));
  const beside = closely ? found.filter((one) => one.unmet === least && getGap(one) === 0) : [];
  return beside.length > 0 ? beside : found.map((one) => ({ ...one, cost: getGap(one) * 100 + one.cost }));
}

/**
 * Picks the place that leaves the best outcome for the remaining parties. Returns undefined if the overall result is
 * better when this party is split.
 */
function pickWithLookAhead(
  vacancies: FreeSeats,
  found: readonly SeatCandidate[],
  count: number,
  { best, at }: LookAhead,
): SeatCandidate | undefined {
  const lengths = countRunsByLength(listFreeRuns(vacancies));
  const least = found.reduce((few, { unmet }) => Math.min(few, unmet), Number.POSITIVE_INFINITY);
  // Later parties only depend on the number of seats left on each side, so only the best of equivalent places is tried
  const kinds = new Map<number, SeatCandidate>();
  for (const one of found) {
    if (one.unmet > least) continue;
    const before = one.number - one.run.number;
    const kind = one.run.length * 100 + Math.min(before, one.run.length - before - count);
    const known = kinds.get(kind);
    if (!known || compareCandidates(one, known) < 0) kinds.set(kind, one);
  }
  let chosen = pickBestCandidate(found);
  let most: PackingScore | undefined;
  for (const one of [...kinds.values()].sort(compareCandidates)) {
    const before = one.number - one.run.number;
    const then = best(replaceRun(lengths, one.run.length, [before, one.run.length - before - count]), at);
    if (then === undefined) return chosen;
    if (most === undefined || isWorsePacking(most, then)) [most, chosen] = [then, one];
    if (then.splitParties === 0 && then.orphanSeats === 0) return chosen;
  }
  const afterSplit = best(lengths, at);
  return most && afterSplit && isWorsePacking(most, { ...afterSplit, splitParties: afterSplit.splitParties + 1 })
    ? undefined
    : chosen;
}

const replaceRun = (lengths: readonly number[], one: number, others: readonly number[]): number[] => {
  const changed = [...lengths];
  changed[one] = (changed[one] ?? 0) - 1;
  for (const other of others) if (other > 0) changed[other] = (changed[other] ?? 0) + 1;
  return changed;
};

/**
 * Seats a party that wasn't seated in one piece, in as few groups as possible. The groups sit close together, and if
 * possible nobody sits alone.
 */
function seatInPieces(
  vacancies: FreeSeats,
  one: UnseatedParty,
  { preference }: ArrangeOptions,
): { placement: Placement | undefined; count: number } {
  const pieces: Placement['pieces'] = [];
  let { count } = one;
  while (count > 0) {
    const runs = listFreeRuns(vacancies);
    const longest = Math.max(0, ...runs.map(({ length }) => length));
    if (longest === 0) break;
    const wanted = Math.min(count, longest);
    const size = count - wanted === 1 ? wanted - countToMoveOut(runs, wanted) : wanted;
    const needs = pieces.length === 0 ? one.needs : noSeatingNeeds;
    const beside = {
      ...one,
      count: size,
      own: [...one.own, ...pieces.flatMap((piece) => listSeatLabelsFrom(piece.at, piece.count))],
    };
    const chosen = pickBestCandidate(rankByCompany(beside, listCandidates(vacancies, size, { needs, preference })));
    if (!chosen) break;
    setSeatAvailability(vacancies, chosen, size);
    pieces.push({ at: chosen, count: size });
    count -= size;
  }
  if (pieces.length === 0) return { placement: undefined, count };
  const unmet = Math.min(...pieces.map((piece) => scoreUnmetNeeds(one.needs, piece.at, piece.count, vacancies)));
  return { placement: { unseated: one, pieces, reason: 'best', unmet }, count };
}

/**
 * Returns how many people to leave out of the longest run, so that the last person of the party doesn't sit alone in
 * another run: one or two, whichever leaves fewer orphan seats; 0 if no other run has room.
 */
function countToMoveOut(runs: readonly SeatRun[], longest: number): number {
  const others = runs.map(({ length }) => length).sort((a, b) => a - b);
  others.pop();
  const ways = [1, 2]
    .filter((more) => longest - more > 1)
    .flatMap((more) =>
      others
        .filter((length) => length > more)
        .map((length) => ({ more, orphanSeats: Number(more === 1) + Number(length - more === 2) })),
    );
  return ways.sort((a, b) => a.orphanSeats - b.orphanSeats)[0]?.more ?? 0;
}

/**
 * Moves parties to places that leave fewer orphan seats, until no move helps. Parties that were split, and those near
 * others of their group, stay.
 */
function repairOrphanSeats(vacancies: FreeSeats, placements: Placement[], preference: SeatingPreference): void {
  for (let moved = true; moved && countOrphanSeats(vacancies) > 0; ) {
    moved = false;
    for (const placement of placements) {
      const [piece] = placement.pieces;
      const { needs, count, mates = [] } = placement.unseated;
      if (!piece || placement.pieces.length > 1 || mates.length > 0) continue;
      setSeatAvailability(vacancies, piece.at, count, 1);
      const found = rankByCompany(placement.unseated, listCandidates(vacancies, count, { needs, preference }));
      const now = found.find(({ row, number }) => row === piece.at.row && number === piece.at.number);
      const better = pickBestCandidate(
        now ? found.filter(({ unmet, orphanSeats }) => unmet <= now.unmet && orphanSeats < now.orphanSeats) : [],
        byFewestOrphans,
      );
      const to = better ?? piece.at;
      if (better) {
        Object.assign(placement, { pieces: [{ at: better, count }], reason: 'no single', unmet: better.unmet });
        moved = true;
      }
      setSeatAvailability(vacancies, to, count);
    }
  }
}

const byFewestOrphans = (a: SeatCandidate, b: SeatCandidate): number =>
  a.orphanSeats - b.orphanSeats || compareCandidates(a, b);
