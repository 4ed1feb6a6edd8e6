import { expect, test } from 'vitest';
import { newId } from './ids.ts';

test('new ids are unique and consist of sixteen URL-safe characters', () => {
  const ids = Array.from({ length: 2000 }, newId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[\w-]{16}$/.test(id))).toEqual([]);
});
