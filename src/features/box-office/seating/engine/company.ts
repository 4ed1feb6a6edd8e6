import { neighboursOfSeat } from '#features/box-office/performances/seat-labels.ts';
import type { Party } from '../plan/plan.ts';

/** The position of two parties' seats relative to each other. */
export type Closeness = 'beside' | 'behind' | 'apart';

/** Returns how close two groups of seats are; `behind` is one directly behind the other. */
export function closenessOf(seats: readonly string[], others: readonly string[]): Closeness {
  const there = new Set(others);
  const touches = (side: 'beside' | 'behind') =>
    seats.some((seat) => neighboursOfSeat(seat)[side].some((next) => there.has(next)));
  return touches('beside') ? 'beside' : touches('behind') ? 'behind' : 'apart';
}

/**
 * Returns the parties that each wants to sit next to, or that want to sit next to it: a wish counts in both directions.
 */
export function companyOf(parties: readonly Party[]): ReadonlyMap<string, ReadonlySet<string>> {
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

/** Returns the groups of parties that sit next to each other, each in an order in which neighbours follow each other if possible. */
export function groupsOf(company: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const known = new Set<string>();
  const groups: string[][] = [];
  // Parties with one companion come first, so that a chain is followed from its end
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
