import { globSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { onSite } from '#tests/support/site/app.ts';

/** Matches the literal paths of this site in a screen's source. */
const written = /(?:\b(?:href|link)(?:=|: )|\bbase = )["'](\/[^"'#?]*)/g;

onSite('every literal path that a screen links to has a route', async ({ app }) => {
  const there = app.routes
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => new RegExp(`^${path.replace(/:\w+|\*/g, '[^/]+')}$`));
  const screens = globSync('src/**/*.{ts,tsx}').filter((file) => !/\.(test|cases)\./.test(file));
  const links = screens.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(written)].map(([, to = '']) => ({ file, to })),
  );
  expect(links.length).toBeGreaterThan(50);
  expect(links.filter(({ to }) => !there.some((route) => route.test(to)))).toEqual([]);
});
