import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyPlan } from '#tests/support/society/random-plans.ts';
import {
  abbreviateName,
  assignOrderAbbreviations,
  assignOrderColours,
  findNeighbouringOrders,
  orderColourCount,
} from './colours.ts';
import { seatEveryone } from './engine/seat-everyone.ts';
import { placeParty } from './plan/actions.ts';
import type { Plan } from './plan/plan.ts';

const clashes = (plan: Plan, given: ReadonlyMap<string, number>) =>
  [...findNeighbouringOrders(plan)].flatMap(([ref, others]) =>
    [...others].filter((other) => given.get(other) === given.get(ref)),
  );

test('after “Seat everyone”, no two orders with adjacent seats have the same colour', () => {
  fc.assert(
    fc.property(anyPlan({ rows: 8, most: 30 }), ({ plan, parties }) => {
      const seated = seatEveryone({ ...plan, assignments: {} }, parties.values(), 'front').plan;
      const given = assignOrderColours(seated);
      expect(clashes(seated, given)).toEqual([]);
      expect([...given.values()].every((colour) => colour >= 1 && colour <= orderColourCount)).toBe(true);
    }),
  );
});

test('if a move changes the colour of only one order, that order is the moved one or next to the moved one', () => {
  fc.assert(
    fc.property(anyPlan({ rows: 6, most: 20 }), fc.nat(), ({ plan, parties }, some) => {
      const before = assignOrderColours(plan);
      const party = [...parties.values()][some % parties.size];
      const outcome = placeParty(plan, parties, { ref: party?.ref ?? '', seat: 'A5' });
      if ('refused' in outcome || clashes(plan, before).length > 0) return;
      const after = assignOrderColours(outcome.plan, before);
      const moved = [...before].filter(([ref, colour]) => after.get(ref) !== colour).map(([ref]) => ref);
      const beside = findNeighbouringOrders(outcome.plan).get(party?.ref ?? '') ?? new Set();
      if (clashes(outcome.plan, after).length === 0 && moved.length <= 1) {
        expect(moved.every((ref) => ref === party?.ref || beside.has(ref))).toBe(true);
      }
    }),
  );
});

test('a party’s abbreviation has two letters of its name, or fewer if the name is shorter', () => {
  expect(['Helen Prior', 'Whitby', 'Bea de la Tour', 'Émile Zola', '', '7'].map(abbreviateName)).toEqual([
    'HP',
    'WH',
    'BT',
    'ÉZ',
    '?',
    '7',
  ]);
});

test('parties with the same two letters get a third, or a number if the third matches too', () => {
  const marks = (...names: string[]) => {
    const orders = names.map((name, at) => ({ ref: 200 - at, name }));
    const given = assignOrderAbbreviations(orders);
    return orders.map(({ ref }) => given.get(`${ref}`));
  };
  expect(marks('Grace Adeyemi', 'Helen Prior', 'George Allan')).toEqual(['GAd', 'HP', 'GAl']);
  expect(marks('Jean Tolley', 'Jim Tolley', 'Jo Tate', 'Whitby')).toEqual(['JT2', 'JT1', 'JTa', 'WH']);
  expect(marks('Ann B', 'Al B')).toEqual(['AB2', 'AB1']);
});

test('an abbreviation with a number never equals that of a name that contains a digit', () => {
  const marks = (...names: string[]) =>
    [...assignOrderAbbreviations(names.map((name, ref) => ({ ref, name }))).values()].toSorted();
  expect(marks('John S1', 'Jane Smith', 'Jack Smith')).toEqual(['JS1', 'JS2', 'JS3']);
  expect(marks('A', 'A', 'A1')).toEqual(['A1', 'A2', 'A3']);
});

test('no two parties have the same abbreviation, whatever their names', () => {
  const alike = fc.constantFrom('Ann Bell', 'Al Bell', 'A Bee', 'AB', 'Abe', 'Ann B', 'Abel', 'A. B', '');
  // Abbreviations must also work for digits, punctuation, letters without case, and letters whose upper case is two
  const unit = fc.constantFrom('A', 'a', 'S', 's', '1', '2', 'ß', 'ﬁ', '一', '’', ' ');
  const name = fc.oneof(alike, fc.string({ unit, maxLength: 6 }));
  const parties = fc.uniqueArray(fc.record({ ref: fc.nat(500), name }), { selector: ({ ref }) => ref, maxLength: 40 });
  fc.assert(
    fc.property(parties, (orders) => {
      const marks = assignOrderAbbreviations(orders);
      expect([marks.size, new Set(marks.values()).size]).toEqual([orders.length, orders.length]);
      expect(assignOrderAbbreviations(orders.toReversed())).toEqual(marks);
    }),
  );
});

/** Computes the WCAG relative luminance of an OKLCH colour. */
function luminance(lightness: number, chroma: number, hue: number): number {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const cube = (x: number) => x ** 3;
  const l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b);
  const m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b);
  const s = cube(lightness - 0.0894841775 * a - 1.291485548 * b);
  const within = (x: number) => Math.min(1, Math.max(0, x));
  const red = within(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = within(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = within(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test('seat text has enough contrast on every order colour, for every accent hue, in both themes', () => {
  const css = readFileSync('src/features/box-office/seating/web/seating-page.module.css', 'utf8');
  const pair = (name: string) => {
    const [, value = ''] = new RegExp(`--${name}: light-dark\\(([^;]*)\\);`).exec(css) ?? [];
    return [...value.matchAll(/oklch\(([\d.]+) ([\d.]+) (var\(--accent-hue\)|[\d.]+)\)/g)].map(
      ([, lightness, chroma, hue]) =>
        (accent: number) =>
          luminance(Number(lightness), Number(chroma), hue?.startsWith('var') ? accent : Number(hue)),
    );
  };
  for (const theme of [0, 1]) {
    for (let colour = 1; colour <= orderColourCount; colour++) {
      for (let hue = 0; hue < 360; hue += 15) {
        const [ground, ink] = [pair(`seat-${colour}`)[theme]?.(hue) ?? 0, pair('seat-on')[theme]?.(hue) ?? 0];
        const contrast = (Math.max(ground, ink) + 0.05) / (Math.min(ground, ink) + 0.05);
        expect({ theme, colour, hue, reads: contrast >= 4.5 }).toEqual({ theme, colour, hue, reads: true });
      }
    }
  }
});
