import { expect } from 'vitest';
import { onSite } from '#tests/support/site/app.ts';
import { inCast } from '#tests/support/society/factories.ts';

const addresses = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => match[1]);

/** Public pages that the sitemap leaves out, such as the basket, thank-you pages and the members' sign-in. */
const untold = /^\/(tickets(\/(basket|waiting\/joined))?|contact\/sent|corrections\/sent|members(\/.*)?)$/;

onSite('the sitemap lists the public pages, and each listed page returns 200', async ({ app, a, get }) => {
  await a.show({ title: 'Hamlet & Co', credits: [inCast('Ann Hale', 'Hamlet')] });
  await a.post({ title: 'Soon' });
  await a.post({ title: 'For members', type: 'private' });
  await a.blogPost({ title: 'From the wings' });
  const told = addresses((await get('/sitemap.xml')).body).map((address) =>
    address?.replace('http://players.example', ''),
  );
  for (const path of told) expect({ path, status: (await get(path ?? '')).statusCode }).toEqual({ path, status: 200 });
  expect(told.filter((path) => /^\/(past-shows|post|blog)\/./.test(path ?? '')).length).toBe(4);
  const plain = app.routes.filter(
    ({ kind, access, path }) => kind === 'page' && access === 'everyone' && !path.includes(':') && !untold.test(path),
  );
  expect(told).toEqual(expect.arrayContaining(plain.map(({ path }) => path)));
  for (const part of ['0', '2', 'x', '1x', '-1']) expect((await get(`/sitemap-${part}.xml`)).statusCode).toBe(404);
});

onSite('robots.txt names the sitemap and disallows the members’ pages', async ({ get }) => {
  const { body, headers } = await get('/robots.txt');
  expect(headers['content-type']).toContain('text/plain');
  expect(body).toContain('Sitemap: http://players.example/sitemap.xml');
  expect(body).toContain('Disallow: /members');
});

onSite('security.txt always expires between 90 and 365 days from today', async ({ get, at }) => {
  for (const day of ['2026-11-21T12:00:00Z', '2028-02-29T23:00:00Z']) {
    at(day);
    const { body } = await get('/.well-known/security.txt');
    expect(body).toMatch(/^Contact: (https?:\/\/players\.example\/|mailto:)/m);
    const expires = /^Expires: (.+)$/m.exec(body)?.[1] ?? '';
    const ahead = Date.parse(expires) - Date.parse(day);
    expect(ahead).toBeGreaterThan(90 * 86_400_000);
    expect(ahead).toBeLessThan(365 * 86_400_000);
  }
});

onSite(
  'security.txt names the society’s contact, or the contact form if that setting is invalid',
  async ({ a, get }) => {
    const contact = async (securityContact: string) => {
      await a.settings({ securityContact });
      return /^Contact: .*$/gm.exec((await get('/.well-known/security.txt')).body)?.[0];
    };
    expect(await contact('keys@players.example')).toBe('Contact: mailto:keys@players.example');
    expect(await contact(' https://players.example/safety ')).toBe('Contact: https://players.example/safety');
    for (const odd of [
      '',
      'javascript:alert(1)',
      'ring us',
      'a@b.example\nExpires: 1999-01-01',
      'http://plain.example',
    ])
      expect(await contact(odd)).toBe('Contact: http://players.example/contact');
  },
);
