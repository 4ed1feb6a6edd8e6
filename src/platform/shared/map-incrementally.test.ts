import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createIncrementalMapper } from './map-incrementally.ts';

const rows = Array.from({ length: 30 }, (_, id) => ({ id }));

test('whatever the lists are, each row has what is made of it, at its place', () => {
  fc.assert(
    fc.property(fc.array(fc.uniqueArray(fc.constantFrom(...rows))), (lists) => {
      const made = createIncrementalMapper(({ id }: { id: number }) => ({ of: id }));
      for (const list of lists) expect(made(list)).toEqual(list.map(({ id }) => ({ of: id })));
    }),
  );
});

test('changing one row and moving another recomputes one row', () => {
  let times = 0;
  const made = createIncrementalMapper(({ id }: { id: number }) => {
    times += 1;
    return id;
  });
  made(rows);
  times = 0;
  const [first, second, ...others] = rows;
  if (!first || !second) throw new Error('There are thirty rows.');
  expect(made([second, { id: 99 }, ...others, first])).toEqual([1, 99, ...others.map(({ id }) => id), 0]);
  expect(times).toBe(1);
});
