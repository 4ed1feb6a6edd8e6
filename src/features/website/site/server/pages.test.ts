import { expect } from 'vitest';
import { Post } from '#features/publishing/posts/contract.ts';
import { write } from '#platform/server/database/index.ts';
import { onSite } from '#tests/support/site/app.ts';
import { SiteData } from '../contract.ts';

onSite('/sitedata has every field of the contract, even for an empty society', async ({ get }) => {
  const data = SiteData.strict().parse((await get('/sitedata')).json());
  expect(data).toMatchObject({
    tickets_active: '0',
    next_show: { title: '' },
    last_show: { title: '', photos: [] },
    members_recent_shows: [],
    current_user: { is_authenticated: false, id: '', role: '' },
  });
});

onSite(
  'the site data has the running or next show and the last past one, but no cancelled one',
  async ({ a, get, at }) => {
    await a.shows([
      { title: 'Long ago', first_date: '2020-01-01', date: '2020-01-02' },
      { title: 'Last', first_date: '2026-10-01', date: '2026-10-03' },
      { title: 'Called off', first_date: '2026-11-10', date: '2026-11-12', cancelled: true },
      { title: 'On now', first_date: '2026-11-20', date: '2026-11-22' },
      { title: 'Later', first_date: '2027-04-14', date: '2027-04-17' },
    ]);
    const around = async () => {
      const { next_show, last_show } = SiteData.parse((await get('/sitedata')).json());
      return [last_show.title, next_show.title];
    };
    expect(await around()).toEqual(['Last', 'On now']);
    expect((await get('/sitedata')).json().next_show.playing).toBe('today');
    at('2026-11-23T00:00:00Z');
    expect(await around()).toEqual(['On now', 'Later']);
  },
);

onSite('the front page of a society without posts has the About us text, sanitised', async ({ a, page }) => {
  await a.settings({
    siteName: 'Lanternside Players',
    about: 'We **act**. <img src=x onerror=alert(1)> [me](javascript:alert(1))',
  });
  const post = Post.parse((await page('/')).content);
  expect(post).toMatchObject({ title: 'Welcome to Lanternside Players', frontpage: true });
  expect(post.content_html).toContain('<strong>act</strong>');
  expect(post.content_html).not.toMatch(/<img|href="javascript/);
});

onSite(
  'the tickets page leads to the external seller in the settings if the seller’s address is valid',
  async ({ a, page, get }) => {
    await a.settings({ ticketsActive: '1', ticketsLink: 'https://tickets.example/us' });
    expect((await page('/tickets')).content).toMatchObject({
      type: 'redirect',
      url: 'https://tickets.example/us',
      condition: true,
    });
    const { body } = await get('/tickets');
    expect(body).toContain('<meta http-equiv="refresh" content="5;url=https://tickets.example/us">');
    expect(body.replaceAll('<!-- -->', '').replaceAll('&#x27;', "'")).toContain(
      "<p>You will be redirected to https://tickets.example/us in 5 seconds. If this doesn't work, press the button below</p>",
    );
    await a.settings({ ticketsLink: 'javascript:alert(1)' });
    expect((await page('/tickets')).content).toMatchObject({ type: 'tickets' });
  },
);

onSite('the tickets page without anything on sale names the next show', async ({ a, page }) => {
  await a.show({ title: 'Hamlet', first_date: '2027-04-14', date: '2027-04-17' });
  expect((await page('/tickets')).content.message).toMatch('Hamlet');
});

onSite('an invalid stored setting falls back to its default, without affecting the others', async ({ db, a, get }) => {
  await a.settings({ siteName: 'Lanternside Players' });
  await write(db, (tx) => tx.insertInto('setting').values({ name: 'ticketsActive', value: 'maybe' }).execute());
  expect((await get('/sitedata')).json()).toMatchObject({ site_name: 'Lanternside Players', tickets_active: '0' });
});
