import { expect } from 'vitest';
import { onEachSite, onSite } from '#tests/support/site/app.ts';
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

onEachSite('robots.txt names the sitemap and disallows the members’ pages', async ({ get }) => {
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

onSite('the public calendar has future shows, cancelled ones included, and no past ones', async ({ a, get, at }) => {
  await a.shows([
    { title: 'Long ago' },
    { title: 'Ahead; really, yes', first_date: '2027-04-14', date: '2027-04-17' },
    { title: 'Called off', first_date: '2027-01-02', date: '2027-01-03', cancelled: true },
  ]);
  const { body, headers } = await get('/calendar.ics');
  expect(headers['content-type']).toBe('text/calendar; charset=utf-8');
  expect(body.match(/BEGIN:VEVENT/g)?.length).toBe(2);
  expect(body).toContain('SUMMARY:Ahead\\; really\\, yes');
  expect(body).toContain('STATUS:CANCELLED');
  at('2027-04-18T12:00:00Z');
  expect((await get('/calendar.ics')).body).not.toContain('BEGIN:VEVENT');
});

onSite('the performances of a show dated by a year stay in the public calendar all year', async ({ a, get, at }) => {
  const show_id = await a.show({ title: 'Hamlet', date: '2028-01-01', date_precision: 'year' });
  await a.performance({ show_id, starts_at: '2028-05-04T18:30:00.000Z' });
  at('2028-12-31T12:00:00Z');
  expect((await get('/calendar.ics')).body).toContain('SUMMARY:Hamlet');
  at('2029-01-01T12:00:00Z');
  expect((await get('/calendar.ics')).body).not.toContain('SUMMARY:Hamlet');
});

onSite('the public calendar has each performance at its own time', async ({ a, get }) => {
  const show_id = await a.show({ title: 'Hamlet', first_date: '2026-11-28', date: '2026-11-28' });
  const id = await a.performance({ show_id });
  const { body } = await get('/calendar.ics');
  expect(body.match(/^(UID|DTSTART).*$/gm)).toEqual([`UID:${id}@players.example`, 'DTSTART:20261128T193000Z']);
});

onEachSite(
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
