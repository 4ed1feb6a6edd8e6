import { expect, test } from 'vitest';
import { removeExtension } from './paths.ts';

test.each([
  ['Audition pack.pdf', 'Audition pack'],
  ['On the radio.mp3', 'On the radio'],
  ['Act 1.2', 'Act 1.2'],
  ['Minutes', 'Minutes'],
  ['.htaccess', '.htaccess'],
])('the file title %j becomes the headline %j', (title, headline) => {
  expect(removeExtension(title)).toBe(headline);
});
