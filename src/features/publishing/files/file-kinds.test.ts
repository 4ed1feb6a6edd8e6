import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findFreeFileName, formatFileListLabel, validateFileType } from './file-kinds.ts';

test('a list of files shows “PDF file” for PDFs, and kind and size for other files', () => {
  expect(formatFileListLabel({ contentType: 'application/pdf', bytes: 5 })).toBe('PDF file');
  expect(formatFileListLabel({ contentType: 'application/msword', bytes: 34_400 })).toBe('Word document, 34 kB');
  expect(formatFileListLabel({ contentType: 'image/png', bytes: 1_240_000 })).toBe('Picture, 1.2 MB');
  expect(formatFileListLabel({ contentType: 'application/octet-stream', bytes: 12 })).toBe('File, 12 bytes');
});

test.each([
  ['Call sheet.pdf', 'application/pdf'],
  ['Call sheet', 'application/pdf'],
  ['Rota.DOCX', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['Budget.xls', 'application/vnd.ms-excel'],
  ['Lights.zip', 'application/zip'],
  ['Set.JPEG', 'image/jpeg'],
  // The name of a picture may have the extension of another picture format
  ['Set.png', 'image/jpeg'],
  ['Overture.mp3', 'audio/mpeg'],
  ['Dress run.mov', 'video/mp4'],
  ['Lines.txt', 'text/plain'],
  ['Lines.csv', 'text/plain'],
])('the file %s of the type %s is accepted', (name, type) => {
  expect(validateFileType(name, type)).toBe('');
});

test.each([
  ['Set.jpg', 'text/plain', /isn’t a picture, although its name says so/],
  ['Set.png', 'application/octet-stream', /isn’t a picture/],
  ['Call sheet.pdf', 'application/octet-stream', /isn’t a PDF file/],
  ['Rota.doc', 'application/pdf', /isn’t an Office document/],
  ['Page.html', 'text/plain', /isn’t a type of file we accept/],
  ['Logo.svg', 'text/plain', /isn’t a type of file/],
  ['Run me.bat', 'text/plain', /isn’t a type of file/],
  ['Game.exe', 'application/octet-stream', /isn’t a type of file/],
  ['Game.jar', 'application/zip', /isn’t a type of file/],
  ['Game', 'application/octet-stream', /isn’t a type of file/],
])('the file %s of the type %s is refused with the reason', (name, type, why) => {
  expect(validateFileType(name, type)).toMatch(why);
});

test('a second file with the same name gets a number before its extension', () => {
  expect(findFreeFileName('Rota.pdf', [])).toBe('Rota.pdf');
  expect(findFreeFileName('Rota.pdf', ['rota.PDF'])).toBe('Rota (2).pdf');
  expect(findFreeFileName('Rota.pdf', ['Rota.pdf', 'Rota (2).pdf'])).toBe('Rota (3).pdf');
  expect(findFreeFileName('Rota', ['Rota'])).toBe('Rota (2)');
});

test('the name generated for any file is unused and has the same extension', () => {
  const name = fc.tuple(fc.constantFrom('Rota', 'rota (2)', 'a.b'), fc.constantFrom('', '.pdf', '.PDF'));
  fc.assert(
    fc.property(fc.array(name), name, (taken, [stem, ending]) => {
      const used = taken.map((parts) => parts.join(''));
      const free = findFreeFileName(stem + ending, used);
      expect(used.map((one) => one.toLowerCase())).not.toContain(free.toLowerCase());
      expect(free.endsWith(ending)).toBe(true);
    }),
  );
});
