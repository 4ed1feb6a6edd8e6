import { expect } from 'vitest';
import { always, buildRouteUrl, loadRouteCases } from '#tests/support/routes/route-cases.ts';
import { createRouteSubjects } from '#tests/support/routes/route-subjects.ts';
import { onSite } from '#tests/support/site/app.ts';

/** Pages that search engines are asked not to list, because they have no lasting content or aren't for everyone. */
const unlisted =
  /^\/(contact\/sent|corrections\/.*|members(\/.*)?|tickets\/([^/]+\/seats|basket|(order|offer|waiting|confirm)\/.*))$/;

const matchOnce = (html: string, pattern: RegExp): string => {
  const found = [...html.matchAll(new RegExp(pattern, 'g'))];
  expect({ pattern: pattern.source, times: found.length }).toEqual({ pattern: pattern.source, times: 1 });
  return found[0]?.[1] ?? '';
};

/** Returns the values of `url`, `item` and `image` in structured data, at every depth. */
function listUrls(subject: unknown): string[] {
  if (Array.isArray(subject)) return subject.flatMap(listUrls);
  if (typeof subject !== 'object' || subject === null) return [];
  return Object.entries(subject).flatMap(([key, value]) =>
    ['url', 'item', 'image'].includes(key) && typeof value === 'string' ? [value] : listUrls(value),
  );
}

onSite('every public page has a heading, and metadata for search engines and shared links', async (on) => {
  const { app, a, get } = on;
  await a.settings({ siteName: 'Lanternside "Players" & Friends', about: 'We act.' });
  const { ids } = await createRouteSubjects(on);
  const lines = new Map((await loadRouteCases()).map(({ route, line }) => [route, line]));
  // Pages that only redirect are left out
  const pages = app.routes.filter(
    ({ types, access }) => access === 'everyone' && types?.some((type) => type !== 'redirect'),
  );
  expect(pages.length).toBeGreaterThan(25);

  for (const page of pages) {
    const { path } = page;
    const line = lines.get(`GET ${path}`) ?? always(200);
    const { body, statusCode } = await get(buildRouteUrl(page, line, ids, app.routes));
    expect({ path, statusCode }).toEqual({ path, statusCode: 200 });
    const head = body.slice(0, body.indexOf('</head>'));
    expect(body).toMatch(/^<!doctype html><html lang="en-GB"/);
    matchOnce(body.slice(body.indexOf('<body>')), /<h1[\s>]/);
    expect(matchOnce(head, /<title>([^<]+)<\/title>/)).toContain('Lanternside');
    const description = matchOnce(head, /<meta name="description" content="([^"]+)">/);
    expect(description.length).toBeGreaterThan(5);
    if (unlisted.test(path)) {
      expect(head).toContain('content="noindex"');
    } else {
      const canonical = matchOnce(head, /<link rel="canonical" href="([^"]+)">/);
      expect(matchOnce(head, /<meta property="og:url" content="([^"]+)">/)).toBe(canonical);
      expect((await get(canonical.replace('http://players.example', ''))).statusCode).toBe(200);
    }
    expect(matchOnce(head, /<meta property="og:description" content="([^"]+)">/)).toBe(description);
    expect(matchOnce(head, /<meta property="og:title" content="([^"]+)">/)).not.toBe('');
    expect(matchOnce(head, /<meta property="og:image" content="([^"]+)">/)).toMatch(/^http:\/\/players\.example\//);
    for (const [, text = ''] of head.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)) {
      const subject: Record<string, unknown> = JSON.parse(text);
      expect(subject).toMatchObject({ '@context': 'https://schema.org', '@type': expect.any(String) });
      for (const address of listUrls(subject)) expect(address).toMatch(/^https?:\/\//);
    }
  }
});
