import { expect, test } from 'vitest';
import { filePagePath, formatFileTitle, removeExtension } from './file-links.ts';

test('spaces in a file’s name become underscores in the URL of its page', () => {
  expect(filePagePath({ id: 'abc', name: 'Audition pack (2).pdf' })).toBe('/file/abc/Audition_pack_(2).pdf');
});

test.each([
  ['Audition pack.pdf', 'Audition pack'],
  ['On the radio.mp3', 'On the radio'],
  ['Act 1.2', 'Act 1.2'],
  ['Minutes', 'Minutes'],
  ['.htaccess', '.htaccess'],
])('the file title %j becomes the headline %j', (title, headline) => {
  expect(removeExtension(title)).toBe(headline);
});

test('underscores in a file’s name become spaces in its title', () => {
  expect(formatFileTitle('Audition_pack_(2).pdf')).toBe('Audition pack (2).pdf');
});
