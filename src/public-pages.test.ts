import { expect } from 'vitest';
import { addressOf, always, routeCases } from '#tests/support/routes/route-cases.ts';
import { routeSubjects } from '#tests/support/routes/route-subjects.ts';
import { onSite } from '#tests/support/site/app.ts';

/** Pages that search engines are asked not to list, because they have no lasting content or aren't for everyone. */
const unlisted =
  /^\/(contact\/sent|corrections\/.*|members(\/.*)?|tickets\/([^/]+\/seats|basket|(order|offer|waiting|confirm)\/.*))$/;

const one = (html: string, pattern: RegExp): string => {
  const found = [...html.matchAll(new RegExp(pattern, 'g'))];
  expect({ pattern: pattern.source, times: found.length }).toEqual({ pattern: pattern.source, times: 1 });
  return found[0]?.[1] ?? '';
};

/** Returns the values of `url`, `item` and `image` in structured data, at every depth. */
function addressesIn(subject: unknown): string[] {
  if (Array.isArray(subject)) return subject.flatMap(addressesIn);
  if (typeof subject !== 'object' || subject === null) return [];
  return Object.entries(subject).flatMap(([key, value]) =>
    ['url', 'item', 'image'].includes(key) && typeof value === 'string' ? [value] : addressesIn(value),
  );
}

onSite(
  'every public page has its title, description and preview for readers, search engines and sharing',
  async (on) => {
    const { app, a, get } = on;
    await a.settings({ siteName: 'Lanternside "Players" & Friends', about: 'We act.' });
    const { ids } = await routeSubjects(on);
    const lines = new Map((await routeCases()).map(({ route, line }) => [route, line]));
    // Pages that only redirect are left out
    const pages = app.routes.filter(
      ({ types, access }) => access === 'everyone' && types?.some((type) => type !== 'redirect'),
    );
    expect(pages.length).toBeGreaterThan(25);

    for (const page of pages) {
      const { path } = page;
      const line = lines.get(`GET ${path}`) ?? always(200);
      const { body, statusCode } = await get(addressOf(page, line, ids, app.routes));
      expect({ path, statusCode }).toEqual({ path, statusCode: 200 });
      const head = body.slice(0, body.indexOf('</head>'));
      expect(body).toMatch(/^<!doctype html><html lang="en-GB"/);
      one(body.slice(body.indexOf('<body>')), /<h1[\s>]/);
      expect(one(head, /<title>([^<]+)<\/title>/)).toContain('Lanternside');
      const description = one(head, /<meta name="description" content="([^"]+)">/);
      expect(description.length).toBeGreaterThan(5);
      if (unlisted.test(path)) {
        expect(head).toContain('content="noindex"');
      } else {
        const canonical = one(head, /<link rel="canonical" href="([^"]+)">/);
        expect(one(head, /<meta property="og:url" content="([^"]+)">/)).toBe(canonical);
        expect((await get(canonical.replace('http://players.example', ''))).statusCode).toBe(200);
      }
      expect(one(head, /<meta property="og:description" content="([^"]+)">/)).toBe(description);
      expect(one(head, /<meta property="og:title" content="([^"]+)">/)).not.toBe('');
      expect(one(head, /<meta property="og:image" content="([^"]+)">/)).toMatch(/^http:\/\/players\.example\//);
      for (const [, text = ''] of head.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)) {
        const subject: Record<string, unknown> = JSON.parse(text);
        expect(subject).toMatchObject({ '@context': 'https://schema.org', '@type': expect.any(String) });
        for (const address of addressesIn(subject)) expect(address).toMatch(/^https?:\/\//);
      }
    }
  },
);
