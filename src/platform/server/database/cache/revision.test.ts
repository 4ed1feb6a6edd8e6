import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { onEachEngine, opened } from '#tests/support/engines.ts';
import { get, put } from '#tests/support/one-setting.ts';
import { write, writeSale } from '../index.ts';

const nothing = async () => {};

onEachEngine('a write moves the public revision by one, and every process sees it', async ({ db, place }) => {
  const elsewhere = await opened(place);
  const before = await elsewhere.revision();
  await write(db, (tx) => put(tx, 'about', 'We play'));
  expect(await db.revision()).toBe(before + 1);
  expect(await elsewhere.revision()).toBe(before + 1);
});

onEachEngine('a sale moves the revision of sales alone, and every process sees it', async ({ db, place }) => {
  const elsewhere = await opened(place);
  const [before, withSales] = [await db.revision(), await db.revision(['sales'])];
  await writeSale(db, (tx) => put(tx, 'sold', 1));
  expect([await elsewhere.revision(), await db.revision()]).toEqual([before, before]);
  expect([await elsewhere.revision(['sales']), await db.revision(['sales'])]).toEqual([withSales + 1, withSales + 1]);
  await writeSale(db, () => Promise.reject(new Error('No.'))).catch(nothing);
  // A page that reads sales shows what is public, too
  await write(db, (tx) => put(tx, 'about', 'We play'));
  expect(await db.revision()).toBe(before + 1);
  expect(await elsewhere.revision(['sales'])).toBe(withSales + 2);
});

onEachEngine('a write that visitors cannot see, and one that is refused, leave the revision alone', async ({ db }) => {
  const before = await db.revision();
  await write(db, (tx) => put(tx, 'session', 'x'), { revision: 'none' });
  await write(db, () => Promise.reject(new Error('No.'))).catch(nothing);
  expect(await db.revision()).toBe(before);
});

onEachEngine('whoever sees the new revision sees what was written with it', async ({ db, place }) => {
  const elsewhere = await opened(place);
  const first = await db.revision();
  await write(db, (tx) => put(tx, 'written', 1));
  let writing = true;
  const writes = (async () => {
    for (let n = 2; n <= 40; n++) await write(db, (tx) => put(tx, 'written', n));
    writing = false;
  })();
  while (writing) {
    const seen = (await elsewhere.revision()) - first;
    expect(Number(await get(elsewhere.read, 'written'))).toBeGreaterThanOrEqual(seen);
    await sleep(1);
  }
  await writes;
});

onEachEngine('one who has written is told the revision of that write, whoever else is asking', async ({ db }) => {
  const first = await db.revision();
  for (let n = 1; n <= 20; n++) {
    const writing = write(db, (tx) => put(tx, 'about', n));
    const reads: Promise<number>[] = [];
    const asking = setInterval(() => reads.push(db.revision()), 0);
    await writing;
    expect(await db.revision()).toBe(first + n);
    clearInterval(asking);
    await Promise.all(reads);
  }
});
