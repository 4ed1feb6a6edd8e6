import { expect } from 'vitest';
import { onSite } from '#tests/support/site/app.ts';
import { AboutContent, PolicyContent } from '../contract.ts';

const osm = 'https://www.openstreetmap.org/export/embed.html?bbox=1,2,3,4&marker=53.7,-1.9';

onSite(
  'the about page has the society’s text, and links to a map instead of embedding it',
  async ({ a, page, get }) => {
    await a.settings({ about: 'We **act**.', mapsURL: osm });
    const about = AboutContent.strict().parse((await page('/about-us')).content);
    expect(about).toMatchObject({ title: 'About us', content: 'We **act**.', maps_url: osm });
    expect(about.content_html).toContain('<strong>act</strong>');
    const { body, headers } = await get('/about-us');
    expect(body).not.toContain('<iframe');
    expect(body).toContain('Show the map');
    expect(body).toContain('href="https://www.openstreetmap.org/?mlat=53.7&amp;mlon=-1.9#map=17/53.7/-1.9"');
    expect(headers['content-security-policy']).toContain("frame-src 'self' https://www.openstreetmap.org/export/;");
    expect((await get('/privacy')).headers['content-security-policy']).not.toContain('frame-src');
  },
);

onSite('a map URL that isn’t of a known service is neither embedded nor linked', async ({ a, page, get }) => {
  const hostile = [
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'https://www.google.com.evil.example/maps/embed',
    'https://www.google.com@evil.example/maps/embed',
    'http://www.google.com/maps/embed',
    '"><script>alert(1)</script>',
  ];
  for (const mapsURL of hostile) {
    await a.settings({ mapsURL });
    expect((await page('/about-us')).content).toMatchObject({ maps_url: '', map_link: '' });
    const { body } = await get('/about-us');
    expect(body).not.toContain('evil.example');
    expect(body).not.toContain('alert(1)');
    expect(body).not.toContain('Show the map');
  }
});

onSite('the privacy and accessibility pages show the standard text, or the society’s own', async ({ a, page, get }) => {
  expect(PolicyContent.strict().parse((await page('/privacy')).content).content).toContain('no cookies');
  expect(PolicyContent.strict().parse((await page('/accessibility')).content).content).toContain('2.2');
  await a.settings({ privacy: '## Ours\n<script>alert(1)</script>', accessibility: 'Ring the **bell**.' });
  expect((await page('/privacy')).content.content_html).toContain('>Ours</h');
  expect((await get('/privacy')).body).not.toContain('<script>alert');
  expect((await page('/accessibility')).content.content_html).toContain('<strong>bell</strong>');
  const front = (await get('/')).body;
  for (const path of ['/privacy', '/accessibility', '/about-us', '/search']) expect(front).toContain(`href="${path}"`);
});

onSite('a visitor who only reads pages gets no cookie', async ({ get }) => {
  for (const path of ['/', '/past-shows', '/search', '/about-us', '/tickets', '/privacy', '/nowhere']) {
    expect((await get(path)).headers['set-cookie']).toBeUndefined();
  }
});

onSite('the about and tickets pages of a society without shows mention no past or announced shows', async ({ get }) => {
  const [about = ''] = /<article.*?<\/article>/s.exec((await get('/about-us')).body) ?? [];
  expect(about).toContain('We haven’t introduced ourselves yet');
  expect(about).toContain('Come back soon, or write to us and ask.');
  expect(about).not.toMatch(/past shows/i);
  const tickets = (await get('/tickets')).body;
  expect(tickets).toContain('No tickets are on sale at the moment. We’ll announce the next show on our front page.');
  expect(tickets).not.toMatch(/is announced|announces/);
});
