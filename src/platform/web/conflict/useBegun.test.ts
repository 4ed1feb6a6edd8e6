import { expect, test } from 'vitest';
import { isFollowed } from './useBegun.ts';

const begun = { version: 1, name: 'Rules.txt', readers: 'public' };
const membersOnly = { version: 2, name: 'Rules.txt', readers: 'members' };

test('what is typed stays with the version that it was typed over, whatever the page brings meanwhile', () => {
  expect(isFollowed(begun, membersOnly, { typed: true })).toBe(false);
  expect(isFollowed(begun, membersOnly, { typed: false })).toBe(true);
  expect(isFollowed(begun, begun, { typed: false })).toBe(false);
});

test('a version that changed none of the values, such as by a new file, is no other version of them', () => {
  expect(isFollowed(begun, { ...begun, version: 2 }, { typed: true })).toBe(true);
});

test('after its own save a form ignores older versions, and other people’s while it is dirty', () => {
  const saved = { ...begun, version: 2 };
  for (const typed of [true, false]) {
    expect(isFollowed(saved, begun, { typed, awaits: true })).toBe(false);
    expect(isFollowed(saved, membersOnly, { typed, awaits: true })).toBe(true);
    // Another has saved since, be it what the form began with
    expect(isFollowed(saved, { ...membersOnly, version: 3 }, { typed, awaits: true })).toBe(!typed);
    expect(isFollowed(saved, { ...begun, version: 3 }, { typed, awaits: true })).toBe(!typed);
  }
});
