import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moveItem } from './reordering.tsx';

test('a moved item gets its new position, and the others keep their order', () => {
  expect(moveItem(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
  expect(moveItem(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c']);
});

test('moving an item loses or duplicates nothing, and moving it back restores the list', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer(), { minLength: 1 }), fc.integer(), fc.integer(), (list, from, to) => {
      const changed = moveItem(list, from, to);
      expect([...changed].sort()).toEqual([...list].sort());
      expect(moveItem(changed, to, from)).toEqual(list);
    }),
  );
});
