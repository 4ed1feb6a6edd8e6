import { expect, test } from 'vitest';
import { numberedSeatMarks } from '../sales/performances.ts';
import { demoSettings } from '../society/settings.ts';
import * as documents from './documents.ts';
import { renderPdf } from './pdf.ts';

const TODAY = '2026-11-21';
const all = {
  'the audition pack': documents.renderAuditionPack(TODAY),
  'the rehearsal schedule': documents.renderRehearsalSchedule(TODAY),
  'the access guide': documents.renderAccessGuide(),
  'the guide for new members': documents.renderNewMembersGuide(),
  'the minutes': documents.renderCommitteeMinutes(TODAY),
};

/** Extracts the text of a PDF's text operators, line by line. */
const extractLines = (file: Buffer) =>
  [...file.toString('latin1').matchAll(/\((.*?)(?<!\\)\) Tj/g)].map(([, text]) => (text ?? '').replace(/\\(.)/g, '$1'));

test.each(Object.entries(all))(
  '%s is a valid PDF: each object is at the offset in its cross-reference table',
  (_, file) => {
    const text = file.toString('latin1');
    expect(text.startsWith('%PDF-1.4\n')).toBe(true);
    expect(text.endsWith('%%EOF\n')).toBe(true);
    const table = Number(/startxref\n(\d+)\n/.exec(text)?.[1]);
    expect(text.slice(table, table + 5)).toBe('xref\n');
    const offsets = [...text.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
    expect(offsets.length).toBeGreaterThanOrEqual(7);
    for (const [at, offset] of offsets.entries()) expect(text.startsWith(`${at + 1} 0 obj\n`, offset)).toBe(true);
    for (const [, length, stream] of text.matchAll(/<< \/Length (\d+) >>\nstream\n([\s\S]*?)endstream/g))
      expect(stream?.length).toBe(Number(length));
  },
);

test('the text of the generated PDFs can be extracted', () => {
  expect(extractLines(all['the audition pack'])).toContain('Helena, act one, scene one:');
  expect(extractLines(all['the access guide'])).toContain('Getting in');
  expect(extractLines(all['the rehearsal schedule']).filter((text) => text === '7.30pm').length).toBeGreaterThan(15);
});

test('the demo’s about text and hall plan show the wheelchair spaces that its seating plan marks', () => {
  const marked = (kind: string) => Object.values(numberedSeatMarks).filter((mark) => mark.kind === kind).length;
  const drawn = (sign: string) => extractLines(all['the access guide']).filter((text) => text === sign).length;
  // One of the Cs is the name of row C
  expect([drawn('W'), drawn('C') - 1]).toEqual([marked('wheelchair'), marked('companion')]);
  expect([marked('wheelchair'), marked('companion')]).toEqual([2, 2]);
  expect(demoSettings.about).toContain('There are two wheelchair spaces, each with a seat beside it.');
});

test('generating a PDF twice for the same day gives the same bytes', () => {
  expect(documents.renderAuditionPack(TODAY)).toEqual(all['the audition pack']);
});

test('a long text in a PDF continues on the next page, and no line has 100 characters or more', () => {
  const file = renderPdf('Long', [{ text: 'word '.repeat(2000).trim() }]);
  expect(file.toString('latin1')).toContain('/Count 3');
  expect(Math.max(...extractLines(file).map((line) => line.length))).toBeLessThan(100);
  expect(extractLines(file).join(' ').match(/word/g)).toHaveLength(2000);
});

test('brackets in a PDF’s text are escaped, and a character that the font lacks is refused', () => {
  expect(extractLines(renderPdf('Title', [{ text: 'A (small) thing \\ “quoted”' }]))).toContain(
    'A (small) thing \\ \x93quoted\x94',
  );
  expect(() => renderPdf('Title', [{ text: '茶' }])).toThrow('can’t be written');
});
