import { expect, test } from 'vitest';
import { personPath, showPath } from './paths.ts';

test('the path of a show or person contains the title or name, with the first space as an underscore', () => {
  expect(showPath({ id: 'abcdefghijklmnop', title: 'A Doll’s House' })).toBe(
    '/past-shows/abcdefghijklmnop/A_Doll%E2%80%99s%20House',
  );
  expect(showPath({ id: 'abcdefghijklmnop', title: 'Who? 50% / #1' })).toBe(
    '/past-shows/abcdefghijklmnop/Who%3F_50%25%20%2F%20%231',
  );
  expect(personPath('abcdefghijklmnop', 'Ann Hale')).toBe('/past-shows/member/abcdefghijklmnop/Ann_Hale');
  expect(() => showPath({ id: 'abcdefghijklmnop', title: 'half a pair \ud800' })).not.toThrow();
});

test('a show whose title is only dots has a path that leads to that show', () => {
  for (const title of ['.', '..', '...']) {
    const address = showPath({ id: 'abcdefghijklmnop', title });
    expect(new URL(address, 'https://players.example').pathname).toBe(address);
  }
});
