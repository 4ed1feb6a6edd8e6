import { listNeighbours } from '#features/box-office/performances/seat-labels.ts';
import type { Party } from '../plan/plan.ts';

/** The proximity of two parties; `behind` means that one party sits directly behind the other. */
export type PartyProximity = 'beside' | 'behind' | 'apart';

export function getPartyProximity(seats: readonly string[], others: readonly string[]): PartyProximity {
  const otherSeats = new Set(others);
  const touches = (side: 'beside' | 'behind') =>
    seats.some((seat) => listNeighbours(seat)[side].some((next) => otherSeats.has(next)));
  return touches('beside') ? 'beside' : touches('behind') ? 'behind' : 'apart';
}

/** Maps each party to the parties it wants to sit next to, or that want to sit next to it. */
export function findPartyCompanions(parties: readonly Party[]): ReadonlyMap<string, ReadonlySet<string>> {
  const refs = new Set(parties.map(({ ref }) => ref));
  const company = new Map<string, Set<string>>();
  const add = (ref: string, other: string) => company.set(ref, (company.get(ref) ?? new Set()).add(other));
  for (const { ref, nextTo = [] } of parties) {
    for (const other of nextTo) {
      if (other === ref || !refs.has(other)) continue;
      add(ref, other);
      add(other, ref);
    }
  }
  return company;
}

/** Groups parties that want to sit together, ordered so that neighbours follow each other if possible. */
export function groupCompanionParties(company: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const known = new Set<string>();
  const groups: string[][] = [];
  // Parties that want to sit with only one other party come first, so that each chain of parties is followed from its
  // end
  const starts = [...company.keys()].sort((a, b) => (company.get(a)?.size ?? 0) - (company.get(b)?.size ?? 0));
  for (const start of starts) {
    if (known.has(start)) continue;
    const group: string[] = [];
    const open = [start];
    for (let ref = open.pop(); ref !== undefined; ref = open.pop()) {
      if (known.has(ref)) continue;
      known.add(ref);
      group.push(ref);
      open.push(...(company.get(ref) ?? []));
    }
    groups.push(group);
  }
  return groups;
}
