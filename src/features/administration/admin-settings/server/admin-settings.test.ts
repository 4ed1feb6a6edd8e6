import sharp from 'sharp';
import { expect } from 'vitest';
import { findLogoPicturePath, toPictureLogo } from '#features/society/settings/picture-logo.ts';
import { onEachSite, onSite } from '#tests/support/site/app.ts';
import { AdminSettingsContent } from '../contract.ts';

const save = '/members/api/admin/admin_settings/site_settings';
const logo = '<svg viewBox="0 0 2 2"><script>alert(1)</script><circle r="1"/></svg>';

onEachSite('saved settings take effect at once, even on cached pages', async ({ a, as, get, db }) => {
  const admin = await as(await a.user({ role: 'admin', firstname: 'Wim', lastname: 'Webb' }));
  expect((await get('/about-us')).body).not.toContain('Mill Lane');
  const form = { 'site-name': 'Mill Lane Players', about: 'We play in Mill Lane.', 'accent-hue': '200', logo };
  expect((await admin.post(save, form)).json()).toMatchObject({ code: 200 });
  const { body } = await get('/about-us');
  expect(body).toContain('We play in Mill Lane.');
  expect(body).toContain('--accent-hue:200');
  const sitedata = (await get('/sitedata')).json();
  expect(sitedata).toMatchObject({
    site_name: 'Mill Lane Players',
    site_logo: '<svg viewBox="0 0 2 2"><circle r="1"></circle></svg>',
  });
  expect(sitedata.logoSVG).toBe(sitedata.site_logo);
  const [entry] = await db.read.selectFrom('audit').selectAll().execute();
  expect(entry).toMatchObject({ actor_name: 'Wim Webb', action: 'settings.changed' });
  expect(entry?.detail.split(', ').sort()).toEqual(['about', 'accentHue', 'logo', 'siteName']);
});

onSite('a logo can be a picture from the media, and is removed when the picture is deleted', async ({ a, as, get }) => {
  const admin = await as(await a.user({ role: 'admin' }));
  const form = new FormData();
  const png = await sharp({ create: { width: 600, height: 200, channels: 4, background: '#a318' } })
    .png()
    .toBuffer();
  form.append('fileElem', new Blob([new Uint8Array(png)]), 'Our mark.png');
  const { body } = await admin.upload('/members/api/manage_media/upload', form);
  const [item] = body.items as { id: string; src: string; width: number; height: number }[];
  if (!item) throw new Error('There is no picture.');
  const shown = async () => (await get('/sitedata')).json().site_logo as string;
  expect((await admin.post(save, { logo: toPictureLogo(item) })).json()).toMatchObject({ code: 200 });
  expect(await shown()).toBe(
    `<svg viewBox="0 0 600 200"><image href="${item.src}?lowres" width="600" height="200"></image></svg>`,
  );
  expect((await get(findLogoPicturePath(await shown()))).headers['content-type']).toBe('image/webp');
  const { content } = await admin.page('/members/admin/manage_media');
  expect(content.items).toMatchObject([{ used: [{ where: 'Site settings: Logo' }] }]);
  const gone = await admin.post('/members/api/manage_media/delete', { id: [item.id], confirm: 'yes' });
  expect(gone.json()).toMatchObject({ code: 200 });
  expect(await shown()).toBe('');
});

onSite('the settings page has all settings and the plans, as the contract defines them', async ({ a, as }) => {
  await a.settings({ siteName: 'Players', ticketsActive: '1', ticketsLink: 'https://tickets.example' });
  const { page } = await as(await a.user({ role: 'admin' }));
  const { content } = await page('/members/admin/admin_settings');
  expect(AdminSettingsContent.parse(content)).toMatchObject({
    settings: {
      siteName: 'Players',
      ticketsActive: '1',
      ticketsLink: 'https://tickets.example',
      ticketsHeroPhoto: '',
      socials: '',
      about: '',
      mapsURL: '',
    },
    subs: [],
  });
});

onSite('the hint for the ticket link says to leave it empty to sell tickets on this site', async (on) => {
  const { get } = await on.as(await on.a.user({ role: 'admin' }));
  expect((await get('/members/admin/admin_settings')).body).toContain(
    'Only if you sell somewhere else. Leave it empty to sell tickets here.',
  );
});

onSite('saving invalid settings changes nothing and names the invalid fields', async ({ a, as, get }) => {
  await a.settings({ siteName: 'Players' });
  const { post } = await as(await a.user({ role: 'admin' }));
  const answer = await post(save, { 'site-name': 'Others', 'tickets-link': 'javascript:alert(1)' });
  expect(answer.statusCode).toBe(400);
  expect(Object.keys(answer.json().fields)).toEqual(['tickets-link']);
  expect((await post(save, { 'site-name': 'Others', logo: 'no drawing' })).json()).toMatchObject({
    code: 400,
    fields: { logo: expect.any(String) },
  });
  expect((await get('/sitedata')).json().site_name).toBe('Players');
});

onEachSite('of two saves from the same version of the settings, the second is refused', async ({ a, as, get }) => {
  const { post, page } = await as(await a.user({ role: 'admin' }));
  const { version } = (await page('/members/admin/admin_settings')).content;
  expect((await post(save, { version, 'site-name': 'First' })).statusCode).toBe(200);
  const second = await post(save, { version, 'site-name': 'Second' });
  expect([second.statusCode, second.json().msg]).toEqual([409, expect.stringContaining('Someone else')]);
  expect((await get('/sitedata')).json().site_name).toBe('First');
});

onEachSite(
  'the saved settings decide who can register and if a second factor is required',
  async ({ a, as, page, db }) => {
    const admin = await as(await a.user({ role: 'admin' }));
    expect((await page('/members')).content.registration).toBe('approval');
    expect((await admin.post(save, { registration: 'invitation' })).json()).toMatchObject({ code: 200 });
    expect((await page('/members')).content.registration).toBe('invitation');
    const wrong = await admin.post(save, { registration: 'nobody', 'second-factor-required': 'maybe' });
    expect(Object.keys(wrong.json().fields).sort()).toEqual(['registration', 'second-factor-required']);
    expect((await admin.post(save, { 'second-factor-required': '1' })).json()).toMatchObject({ code: 200 });
    // The setting takes effect at once: the admin, who has no second factor, is led to the page that sets one up
    const { status, content } = await admin.page('/members/admin/admin_settings');
    expect([status, content.url]).toEqual([200, '/members/account_settings#two-factor']);
    const log = await db.read.selectFrom('audit').select('detail').orderBy('at').orderBy('id').execute();
    expect(log.map(({ detail }) => detail).sort()).toEqual(['registration', 'secondFactorRequired']);
  },
);
