import sharp from 'sharp';
import { expect } from 'vitest';
import { write } from '#platform/server/database/index.ts';
import { onEachSite, onSite } from '#tests/support/site/app.ts';
import { loadPosterContext } from './posters.ts';

onSite(
  'poster designs are recomputed when a show changes, and not when posts or settings change',
  async ({ a, db, as }) => {
    const id = await a.show({ title: 'Hamlet', genre: 'Comedy' });
    const designs = async () => (await loadPosterContext(db.read, 'Players')).designs;
    const first = await designs();
    expect(await designs()).toBe(first);
    await a.post();
    await a.settings({ siteName: 'Lanternside Players' });
    expect(await designs()).toBe(first);

    const { content } = await (await as(await a.user({ role: 'admin' }))).page(`/members/manage_shows/${id}/x`);
    const { version } = content.showDetails as { version: number };
    const admin = await as(await a.user({ role: 'admin' }));
    const saved = await admin.post(`/members/api/manage_shows/${id}`, { genre: 'Tragedy', version });
    expect(saved.statusCode).toBe(200);
    const second = await designs();
    expect(second).not.toBe(first);

    const other = await a.show({ title: 'The Visit' });
    const third = await designs();
    expect([...third.keys()].toSorted()).toEqual([id, other].toSorted());
    await write(db, (tx) => tx.deleteFrom('show').where('id', '=', other).execute());
    expect([...(await designs()).keys()]).toEqual([id]);
  },
);

onSite('a shared link to a show has a 1200 × 630 picture, which is cached for ever', async ({ a, get, page }) => {
  const id = await a.show({ title: 'Blithe Spirit' });
  const address = ((await page(`/past-shows/${id}/x`)).content.show as { share_picture: string }).share_picture;
  expect((await get(`/past-shows/${id}/Blithe_Spirit`)).body).toContain(
    `<meta property="og:image" content="http://players.example${address}">`,
  );
  const { rawPayload, headers } = await get(address);
  expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  expect(rawPayload.length).toBeLessThan(300_000);
  expect(headers['cache-control']).toContain('immutable');
  // The URL of an older version returns the present picture, and the response isn't cached for ever
  const old = await get(`/share/${id}/000000000000.jpg`);
  expect(old.headers['cache-control']).not.toContain('immutable');
  expect(old.rawPayload.equals(rawPayload)).toBe(true);
});

onSite(
  'the front page has a share picture of 1200 × 630, and an unknown show’s picture returns 404',
  async ({ a, get }) => {
    await a.settings({ siteName: 'Lanternside Players' });
    const [, address = ''] =
      /property="og:image" content="http:\/\/players\.example([^"]+)"/.exec((await get('/')).body) ?? [];
    const { statusCode, rawPayload } = await get(address);
    expect(statusCode).toBe(200);
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 });
    expect((await get('/share/nobody0000000000/1.jpg')).statusCode).toBe(404);
  },
);

onEachSite('twenty simultaneous requests for one share picture all get the same picture', async ({ a, get, page }) => {
  const id = await a.show({ title: 'Rope' });
  const address = ((await page(`/past-shows/${id}/x`)).content.show as { share_picture: string }).share_picture;
  const answers = await Promise.all(Array.from({ length: 20 }, () => get(address)));
  expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1);
  expect(answers.every(({ statusCode, rawPayload }) => statusCode === 200 && rawPayload.length > 10_000)).toBe(true);
});
