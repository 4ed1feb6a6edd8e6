import { expect } from 'vitest';
import { write } from '#platform/server/database/index.ts';
import { measureMaxBlockingTime } from '#tests/support/measures/processor-time.ts';
import { onSite } from '#tests/support/site/app.ts';
import { findMediaUses } from './media-catalogue.ts';

const shows = 6000;

// Runs on SQLite only, because the cost of every route is measured on it
onSite('finding media uses in a large archive holds up requests for less than half a second', async ({ a, db }) => {
  const pictures = [await a.picture(), await a.picture(), await a.picture(), await a.picture()];
  const first = await a.show({ title: 'Hamlet' });
  await write(db, async (tx) => {
    const row = await tx.selectFrom('show').selectAll().where('id', '=', first).executeTakeFirstOrThrow();
    for (let at = 0; at < shows; at += 100) {
      const hundred = Array.from({ length: 100 }, (_, index) => ({
        ...row,
        id: `show${String(at + index).padStart(12, '0')}`,
        date: `${1900 + ((index * 37) % 100)}-01-01`,
      }));
      await tx.insertInto('show').values(hundred).execute();
      const placements = hundred.flatMap(({ id: show_id }) =>
        pictures.map((media_id) => ({ show_id, media_id, ord: 1, caption: '', featured: 0 })),
      );
      await tx.insertInto('show_media').values(placements).execute();
    }
  });
  let found = 0;
  const held = await measureMaxBlockingTime(async () => {
    found = (await findMediaUses(db.read, [])).get(pictures[0] ?? '')?.length ?? 0;
  });
  expect(found).toBe(shows);
  expect(held).toBeLessThan(500);
});
