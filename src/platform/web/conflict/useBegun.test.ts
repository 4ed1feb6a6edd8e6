import { expect, test } from 'vitest';
import { isFollowed } from './useBegun.ts';

const begun = { version: 1, name: 'Rules.txt', readers: 'public' };
const membersOnly = { version: 2, name: 'Rules.txt', readers: 'members' };

test('what is typed stays with the version that it was typed over, whatever the page brings meanwhile', () => {
  expect(isFollowed(begun, membersOnly, { typed: true, ours: false })).toBe(false);
  expect(isFollowed(begun, membersOnly, { typed: false, ours: false })).toBe(true);
});

test('after a save of its own a form goes on from what that saved', () => {
  expect(isFollowed(begun, membersOnly, { typed: true, ours: true })).toBe(true);
  expect(isFollowed(begun, begun, { typed: false, ours: true })).toBe(false);
});

test('a version that changed none of the values, such as by a new file, is no other version of them', () => {
  expect(isFollowed(begun, { ...begun, version: 2 }, { typed: true, ours: false })).toBe(true);
});
