import fc from 'fast-check';
import { expect, test } from 'vitest';
import { measureProcessorTime } from '#tests/support/measures/processor-time.ts';
import { buildExcerpt } from './excerpt.ts';

test('an excerpt leaves out a heading at the beginning, and has no Markdown', () => {
  const post =
    '# Auditions\n\nWe are casting *Blithe Spirit*. [Come along](/auditions), **all** welcome.\n\n- Bring a pencil';
  expect(buildExcerpt(post, 200)).toBe('We are casting Blithe Spirit. Come along, all welcome.');
});

test('an excerpt ends before a heading or list that follows its text', () => {
  const post = 'The board is ready by the Tuesday.\n\n## The methods\n\n**Walk.** I know the road.';
  expect(buildExcerpt(post, 200)).toBe('The board is ready by the Tuesday.');
  expect(buildExcerpt('What went out\n---\nHall, for four nights.\n- £400', 200)).toBe('Hall, for four nights.');
  expect(buildExcerpt('- Bring a pencil.\n- Wear flat shoes.\n\n# Where\n\nThe hall.', 200)).toBe(
    'Bring a pencil. Wear flat shoes.',
  );
});

test('a paragraph without a full stop does not run into the next', () => {
  const post =
    '> **Sunday 6 December at 3pm**, Lanternside Hall\n\n![Trees](/media/x)\n\nWe are casting now.\n\nCome and read.';
  expect(buildExcerpt(post, 200)).toBe(
    'Sunday 6 December at 3pm, Lanternside Hall. We are casting now. Come and read.',
  );
  expect(buildExcerpt('**Auditions**\r\n \r\n\r\n*Ruth* is cast', 200)).toBe('Auditions. Ruth is cast');
  expect(buildExcerpt('![A plan](/media/x)\n\nThe parts:\n\nRuth,\n\n***\n\nEdith', 200)).toBe(
    'The parts: Ruth, Edith',
  );
});

test.each([
  ['He said “Come in!”\n\nThey came.', 'He said “Come in!” They came.'],
  ['(It is free.)\n\nCome.', '(It is free.) Come.'],
  ['[Book seats](/tickets)\n\nFrom £8.', 'Book seats. From £8.'],
  ['Auditions (open to all)\n\n6 December, at 3pm', 'Auditions (open to all). 6 December, at 3pm'],
  ['**Auditions**\n\n> Bring a pencil\n>\n> Wear flat shoes', 'Auditions. Bring a pencil. Wear flat shoes'],
  ['Members get 50%\n\nCome.', 'Members get 50%. Come.'],
  // An accent may be a separate character
  ['In the Cafe\u0301\n\nCome.', 'In the Cafe\u0301. Come.'],
  ['One line\nand its other half\n\n\n\nthe next', 'One line and its other half. the next'],
  ['Tonight…\n\n![A plan](/media/x)', 'Tonight…'],
])('in an excerpt of %j, only a paragraph without end punctuation gets a full stop', (markdown, text) => {
  expect(buildExcerpt(markdown, 200)).toBe(text);
});

test.each([
  ['Act one\n=======\n\nA room.', 'A room.'],
  ['---\n\nA room.\n\n***', 'A room.'],
  ['| Part | Who |\n|:--|--:|\n| Ruth | Ann |', 'Part Who Ruth Ann'],
  ['Write to <mailto:ann@players.example>.', 'Write to mailto:ann@players.example.'],
  ['See [the parts][1]. ![A plan][2]\n\n[1]: /parts\n[2]: /media/x', 'See the parts.'],
  ['Five \\* three, 5 < 6 > 4', 'Five * three, 5 < 6 > 4'],
  ['> - 1) Quoted\n> - list', 'Quoted list'],
  ['## Heading ##', 'Heading'],
  ['**B**old, `code`, file_name', 'Bold, code, file_name'],
  ['On ~~Saturday~~ Sunday at ~~7pm~~', 'On Sunday at'],
  ['Tea&nbsp;&amp;&#32;cake&#x3A; &pound;3, &toString; &notaname;', 'Tea & cake: £3, &toString; &notaname;'],
  ['\\&nbsp; is a blank', '&nbsp; is a blank'],
])('the Markdown %j becomes plain text', (markdown, text) => {
  expect(buildExcerpt(markdown, 200)).toBe(text);
});

test('an excerpt of any text is one short line', () => {
  const piece = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.constantFrom('[', '](', ')', '<', '>', '`', '*', '|', '\n', '# ', '- '),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), fc.integer({ min: 10, max: 200 }), (written, length) => {
      const text = buildExcerpt(written.join(''), length);
      expect(text.length).toBeLessThanOrEqual(length);
      expect(text).toBe(text.replace(/\s+/g, ' ').trim());
    }),
  );
});

test('a short complete sentence is preferred to a long one that is cut', () => {
  expect(buildExcerpt('She had called it. Then on the Thursday Nasreen lost her voice.', 44)).toBe(
    'She had called it.',
  );
});

test('a long excerpt ends after a sentence if one ends late enough, otherwise between words', () => {
  expect(buildExcerpt('The committee met. Three plays were chosen, and read aloud.', 30)).toBe('The committee met.');
  expect(buildExcerpt('It met. Three plays were chosen, by a show of hands.', 30)).toBe('It met. Three plays were…');
  expect(buildExcerpt('The hall (at 7.30pm on Mondays) is warm and dry.', 30)).toBe('The hall (at 7.30pm on…');
  expect(buildExcerpt('The committee met on Wednesday, and chose three plays.', 34)).toBe(
    'The committee met on Wednesday…',
  );
});

test('an excerpt never cuts a character in half', () => {
  for (const length of [40, 42]) expect(buildExcerpt('😀'.repeat(50), length)).toMatch(/^(😀)+…$/u);
});

test('an excerpt contains no pictures, code blocks or HTML tags', () => {
  expect(buildExcerpt('![A poster](/media/a.png) <b>Hello</b>\n\n```\nlet a = 1\n```', 100)).toBe('Hello');
});

test('an empty post has an empty excerpt', () => {
  expect(buildExcerpt('', 100)).toBe('');
});

test('a deeply nested text is processed quickly', () => {
  // This took half a minute when each bracket started a new search of the whole text
  expect(measureProcessorTime(() => buildExcerpt('[('.repeat(100_000), 155))).toBeLessThan(1000);
});
