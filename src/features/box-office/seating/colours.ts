import { formatSeatLabel, parseSeatLabel, seatsPerRow } from '#features/box-office/performances/seats.ts';
import type { Plan } from './plan/plan.ts';

/** The number of colours for orders, `--seat-1` and so on in the style sheet. */
export const orderColourCount = 8;

/** Maps each seated order to the orders with seats next to, in front of or behind its own. */
export function findNeighbouringOrders({ assignments, rowCount }: Plan): Map<string, Set<string>> {
  const beside = new Map<string, Set<string>>();
  const of = (ref: string) => {
    const known = beside.get(ref) ?? new Set<string>();
    beside.set(ref, known);
    return known;
  };
  for (const [seat, ref] of Object.entries(assignments)) {
    const at = parseSeatLabel(seat);
    of(ref);
    if (!at) continue;
    for (const { row, number } of [
      { row: at.row, number: at.number + 1 },
      { row: at.row + 1, number: at.number },
    ]) {
      if (number > seatsPerRow || row >= rowCount) continue;
      const other = assignments[formatSeatLabel({ row, number })];
      if (other === undefined || other === ref) continue;
      of(ref).add(other);
      of(other).add(ref);
    }
  }
  return beside;
}

/**
 * Assigns each seated order a colour, numbered from 1. Neighbours have different colours, unless an order's seats are
 * so spread out that it has at least as many neighbours as there are colours. Orders keep their colour in `before` if
 * possible, so that colours stay stable while somebody edits the plan.
 */
export function assignOrderColours(plan: Plan, before: ReadonlyMap<string, number> = new Map()): Map<string, number> {
  const neighbours = findNeighbouringOrders(plan);
  const stable = colourOrders(neighbours, [...neighbours.keys()], before);
  return stable.clashes === 0
    ? stable.colours
    : pickFewerClashes(stable, colourOrders(neighbours, sortSmallestLast(neighbours), new Map())).colours;
}

interface Colouring {
  colours: Map<string, number>;
  clashes: number;
}

const pickFewerClashes = (a: Colouring, b: Colouring) => (b.clashes < a.clashes ? b : a);

function colourOrders(
  beside: ReadonlyMap<string, ReadonlySet<string>>,
  order: readonly string[],
  before: ReadonlyMap<string, number>,
): Colouring {
  const chosen = new Map<string, number>();
  // Orders keep their colour unless a neighbour has the same colour already
  for (const ref of order) {
    const colour = before.get(ref);
    if (colour === undefined) continue;
    if (![...(beside.get(ref) ?? [])].some((other) => chosen.get(other) === colour)) chosen.set(ref, colour);
  }
  let clashes = 0;
  for (const ref of order) {
    if (chosen.has(ref)) continue;
    const uses = Array.from({ length: orderColourCount }, () => 0);
    for (const other of beside.get(ref) ?? []) {
      const colour = chosen.get(other);
      if (colour !== undefined) uses[colour - 1] = (uses[colour - 1] ?? 0) + 1;
    }
    const fewest = Math.min(...uses);
    clashes += fewest;
    // The reference decides which colour is tried first, so that an order tends to have the same colour in every plan
    const first = Number(ref) % orderColourCount || 0;
    const at = uses.findIndex((_, index) => uses[(first + index) % orderColourCount] === fewest);
    chosen.set(ref, ((first + at) % orderColourCount) + 1);
  }
  return { colours: chosen, clashes };
}

/** Sorts orders for the colouring (smallest-last ordering): the orders with the fewest neighbours are coloured last. */
function sortSmallestLast(beside: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const left = new Map([...beside].map(([ref, others]) => [ref, others.size]));
  const order: string[] = [];
  while (left.size > 0) {
    const [least = ''] = [...left].reduce((a, b) => (b[1] < a[1] ? b : a));
    left.delete(least);
    order.push(least);
    for (const other of beside.get(least) ?? []) {
      const count = left.get(other);
      if (count !== undefined) left.set(other, count - 1);
    }
  }
  return order.reverse();
}

/** Abbreviates a party's name to two letters: "HP" for Helen Prior, "WH" for Whitby. */
export const abbreviateName = (name: string): string => takeLetters(name, 2);

/** Takes two or three letters of a name: "HP" or "HPr", "WH" or "WHi". */
function takeLetters(name: string, length: 2 | 3): string {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{N}’'-]*/gu) ?? [];
  const [first = '?', last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  const letters = last === undefined ? [...first] : [[...first][0] ?? '', ...last];
  return letters.slice(0, 2).join('').toLocaleUpperCase('en-GB') + letters.slice(2, length).join('');
}

/**
 * Maps each order's reference to a unique abbreviation of its name: two letters, and a third letter or a number if
 * other orders have the same two.
 */
export function assignOrderAbbreviations(
  orders: readonly { ref: number; name: string }[],
): ReadonlyMap<string, string> {
  const marks = new Map<string, string>();
  const taken = new Set<string>();
  const give = (ref: number, mark: string) => {
    marks.set(`${ref}`, mark);
    taken.add(mark);
  };
  const unmarked: { ref: number; short: string }[] = [];
  const inOrder = orders.toSorted((a, b) => a.ref - b.ref);
  for (const [short, same] of Map.groupBy(inOrder, ({ name }) => abbreviateName(name))) {
    const longer = Map.groupBy(same, ({ name }) => takeLetters(name, 3));
    for (const { ref, name } of same) {
      const own = same.length === 1 ? short : takeLetters(name, 3);
      const isAlone = same.length === 1 || longer.get(own)?.length === 1;
      if (isAlone && !taken.has(own)) give(ref, own);
      else unmarked.push({ ref, short });
    }
  }
  // An abbreviation may end with a digit of the name, and so may equal another one with an added number
  const numbers = new Map<string, number>();
  for (const { ref, short } of unmarked) {
    let number = (numbers.get(short) ?? 0) + 1;
    while (taken.has(`${short}${number}`)) number += 1;
    numbers.set(short, number);
    give(ref, `${short}${number}`);
  }
  return marks;
}
