import { expect, onTestFinished } from 'vitest';
import { openDatabase } from '#platform/server/database/index.ts';
import { onEachShop, onShop } from '#tests/support/society/shop.ts';
import { migrations } from '../../../../../migrations/index.ts';
import { createAvailabilityCache } from './bookable-tickets.ts';

const now = '2026-11-21T12:00:00.000Z';

onEachShop(
  'visitors who request places at the same time share one look-up until places are held',
  async (on) => {
    let counted = 0;
    const onQuery = ({ sql }: { sql: string }) => {
      if (/from .place. /.test(sql)) counted += 1;
    };
    const db = await openDatabase({ ...on.place, onQuery }, migrations);
    onTestFinished(() => db.close());
    const lookAt = createAvailabilityCache(db);
    const many = async () => {
      const looks = await Promise.all(Array.from({ length: 30 }, () => lookAt(on.first, now)));
      return new Set(looks.map(({ free }) => free));
    };
    expect([await many(), counted]).toEqual([new Set([2]), 1]);
    await on.visitor().hold({ [on.type('Adult')]: '2' });
    expect([await many(), counted]).toEqual([new Set([0]), 2]);
  },
  { places: 2 },
);

onShop(
  'a request that had to wait needs no look-up if a count made in the meantime is too small for it',
  async (on) => {
    let lookCount = 0;
    const onQuery = () => {
      lookCount += 1;
    };
    const db = await openDatabase({ ...on.place, onQuery }, migrations);
    onTestFinished(() => db.close());
    const revision = async (others?: Parameters<typeof db.revision>[0]) => {
      lookCount += 1;
      return db.revision(others);
    };
    const lookAt = createAvailabilityCache({ ...db, revision });
    const since = performance.now();
    expect(await lookAt(on.first, now)).toMatchObject({ free: 2 });
    lookCount = 0;
    expect(await lookAt(on.first, now, { for: 3, since })).toMatchObject({ free: 2 });
    expect(lookCount).toBe(0);
    await on.visitor().hold({ [on.type('Adult')]: '1' });
    expect(await lookAt(on.first, now, { for: 2, since })).toMatchObject({ free: 1 });
    // A count from before `since` isn't used
    await on.visitor().hold({ [on.type('Adult')]: '1' });
    expect(await lookAt(on.first, now, { for: 2, since: performance.now() })).toMatchObject({ free: 0 });
  },
  { places: 2 },
);
