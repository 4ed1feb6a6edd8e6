import { expect } from 'vitest';
import { write } from '#platform/server/database/index.ts';
import { onSite } from '#tests/support/site/app.ts';
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
