import { expect, test } from 'vitest';
import { sortExactReferenceFirst } from './order.ts';

test('an exact reference match comes first, even if the number occurs elsewhere', () => {
  // The orders are sorted latest first, as in lists, and each has a 7 in its phone number
  const orders = [71, 70, 17, 7, 3].map((ref) => ({ ref, phone: '07700 900077' }));
  const refs = (sought: string) => sortExactReferenceFirst(orders, sought).map(({ ref }) => ref);
  expect(refs(' 7 ')).toEqual([7, 71, 70, 17, 3]);
  for (const other of ['', '077', 'Hollis', '7 Hollis']) expect(refs(other)).toEqual([71, 70, 17, 7, 3]);
});
