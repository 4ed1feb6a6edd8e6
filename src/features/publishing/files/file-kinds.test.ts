import { expect, test } from 'vitest';
import { formatFileListLabel } from './file-kinds.ts';
import { filePagePath, formatFileTitle } from './paths.ts';

test('a file’s name has underscores in its URL and spaces in its title', () => {
  expect(filePagePath({ id: 'abc', name: 'Audition pack (2).pdf' })).toBe('/file/abc/Audition_pack_(2).pdf');
  expect(formatFileTitle('Audition_pack_(2).pdf')).toBe('Audition pack (2).pdf');
});

test('a list of files shows “PDF file” for PDFs, and kind and size for other files', () => {
  expect(formatFileListLabel({ contentType: 'application/pdf', bytes: 5 })).toBe('PDF file');
  expect(formatFileListLabel({ contentType: 'application/msword', bytes: 34_400 })).toBe('Word document, 34 kB');
  expect(formatFileListLabel({ contentType: 'image/png', bytes: 1_240_000 })).toBe('Picture, 1.2 MB');
  expect(formatFileListLabel({ contentType: 'application/octet-stream', bytes: 12 })).toBe('File, 12 bytes');
});
