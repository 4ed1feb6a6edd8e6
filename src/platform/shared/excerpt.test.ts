import fc from 'fast-check';
import { expect, test } from 'vitest';
import { excerpt } from './excerpt.ts';

test('a post is described by its first words, without the marks of Markdown', () => {
  const post =
    '# Auditions\n\nWe are casting *Blithe Spirit*. [Come along](/auditions), **all** welcome.\n\n- Bring a pencil';
  expect(excerpt(post, 200)).toBe('Auditions We are casting Blithe Spirit. Come along, all welcome. Bring a pencil');
});

test.each([
  ['Act one\n=======\n\nA room.', 'Act one A room.'],
  ['---\n\nA room.\n\n***', 'A room.'],
  ['| Part | Who |\n|:--|--:|\n| Ruth | Ann |', 'Part Who Ruth Ann'],
  ['Write to <mailto:ann@players.example>.', 'Write to mailto:ann@players.example.'],
  ['See [the parts][1]. ![A plan][2]\n\n[1]: /parts\n[2]: /media/x', 'See the parts.'],
  ['Five \\* three, 5 < 6 > 4', 'Five * three, 5 < 6 > 4'],
  ['> - 1) Quoted\n> - list', 'Quoted list'],
  ['## Heading ##', 'Heading'],
  ['**B**old, ~~no~~, `code`, file_name', 'Bold, no, code, file_name'],
])('%j in plain words', (markdown, words) => {
  expect(excerpt(markdown, 200)).toBe(words);
});

test('whatever is written, an excerpt is one short line', () => {
  const piece = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.constantFrom('[', '](', ')', '<', '>', '`', '*', '|', '\n', '# ', '- '),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), fc.integer({ min: 10, max: 200 }), (written, length) => {
      const words = excerpt(written.join(''), length);
      expect(words.length).toBeLessThanOrEqual(length);
      expect(words).toBe(words.replace(/\s+/g, ' ').trim());
    }),
  );
});

test('a long post is cut between words', () => {
  expect(excerpt('The committee met on Wednesday, and chose three plays.', 34)).toBe('The committee met on Wednesday…');
});

test('pictures, code and tags are no description', () => {
  expect(excerpt('![A poster](/media/a.png) <b>Hello</b>\n\n```\nlet a = 1\n```', 100)).toBe('Hello');
});

test('nothing is described by nothing', () => {
  expect(excerpt('', 100)).toBe('');
});

test('a megabyte of nesting takes no time', () => {
  const start = performance.now();
  excerpt('[('.repeat(500_000), 155);
  expect(performance.now() - start).toBeLessThan(200);
});
