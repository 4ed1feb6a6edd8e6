import { expect, test } from 'vitest';
import { shouldAdoptVersion } from './versioned-form.tsx';

const begun = { version: 1, name: 'Rules.txt', readers: 'public' };
const membersOnly = { version: 2, name: 'Rules.txt', readers: 'members' };

test('input stays with the version on which it was based, even if the page loads another version', () => {
  expect(shouldAdoptVersion(begun, membersOnly, { typed: true })).toBe(false);
  expect(shouldAdoptVersion(begun, membersOnly, { typed: false })).toBe(true);
  expect(shouldAdoptVersion(begun, begun, { typed: false })).toBe(false);
});

test('a version with unchanged values causes no conflict', () => {
  expect(shouldAdoptVersion(begun, { ...begun, version: 2 }, { typed: true })).toBe(true);
});

test('a form ignores versions older than its own save', () => {
  const saved = { ...begun, version: 2 };
  for (const typed of [true, false]) {
    expect(shouldAdoptVersion(saved, begun, { typed, awaits: true })).toBe(false);
    expect(shouldAdoptVersion(saved, membersOnly, { typed, awaits: true })).toBe(true);
    // Another user has saved again since. This counts even if the values are those with which the form began
    expect(shouldAdoptVersion(saved, { ...membersOnly, version: 3 }, { typed, awaits: true })).toBe(!typed);
    expect(shouldAdoptVersion(saved, { ...begun, version: 3 }, { typed, awaits: true })).toBe(!typed);
  }
});
