import { expect, test } from 'vitest';
import { blogListPath } from './paths.ts';

test('the first page of the blog has a URL without a page number', () => {
  expect(blogListPath(1)).toBe('/blog');
  expect(blogListPath(3)).toBe('/blog?page=3');
});
