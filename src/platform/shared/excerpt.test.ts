import { expect, test } from 'vitest';
import { excerpt } from './excerpt.ts';

test('a post is described by its first words, without the marks of Markdown', () => {
  const post =
    '# Auditions\n\nWe are casting *Blithe Spirit*. [Come along](/auditions), **all** welcome.\n\n- Bring a pencil';
  expect(excerpt(post, 200)).toBe('Auditions We are casting Blithe Spirit. Come along, all welcome. Bring a pencil');
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
