import { expect, test } from 'vitest';
import { filePagePath } from './paths.ts';

test('spaces in a file’s name become underscores in the URL of its page', () => {
  expect(filePagePath({ id: 'abc', name: 'Audition pack (2).pdf' })).toBe('/file/abc/Audition_pack_(2).pdf');
});
