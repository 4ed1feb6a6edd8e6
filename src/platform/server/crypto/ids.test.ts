import { expect, test } from 'vitest';
import { newId } from './ids.ts';

test('no two of many ids are the same, and each has sixteen letters that an address may have', () => {
  const ids = Array.from({ length: 2000 }, newId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[\w-]{16}$/.test(id))).toEqual([]);
});
