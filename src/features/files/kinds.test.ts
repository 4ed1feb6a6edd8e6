import { expect, test } from 'vitest';
import { fileAddress, fileTitle } from './address.ts';
import { kindInList, sizeInWords } from './kinds.ts';

test('a name goes into an address with underscores and comes back as a title', () => {
  expect(fileAddress({ id: 'abc', name: 'Audition pack (2).pdf' })).toBe('/file/abc/Audition_pack_(2).pdf');
  expect(fileTitle('Audition_pack_(2).pdf')).toBe('Audition pack (2).pdf');
});

test('a list calls a PDF a PDF file, and says of any other its kind and size', () => {
  expect(kindInList({ contentType: 'application/pdf', bytes: 5 })).toBe('PDF file');
  expect(kindInList({ contentType: 'application/msword', bytes: 34_400 })).toBe('Word document, 34 kB');
  expect(kindInList({ contentType: 'image/png', bytes: 1_240_000 })).toBe('Picture, 1.2 MB');
  expect(kindInList({ contentType: 'application/octet-stream', bytes: 12 })).toBe('File, 12 bytes');
});

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [999_499, '999 kB'],
  [999_500, '1 MB'],
  [9_940_000, '9.9 MB'],
  [9_960_000, '10 MB'],
  [999_499_999, '999 MB'],
  [1_500_000_000, '1.5 GB'],
])('%i bytes read as %s', (bytes, words) => {
  expect(sizeInWords(bytes)).toBe(words);
});
