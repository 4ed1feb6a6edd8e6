import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { createTemporaryDataDir, startSite } from '#tests/support/site/site.ts';
import { measureTime, median, type Scenario } from '../../figures.ts';

const rounds = 100;

/**
 * Measures how long a visitor waits for a message to be stored, compared with the time that SQLite alone takes to write
 * a row to the same disk.
 */
export const commitScenario: Scenario = {
  title: 'A message is stored, compared with a commit of SQLite alone',
  async measure() {
    const dataDir = createTemporaryDataDir();
    const site = await startSite({ dataDir, env: { DEMO: '0' } });
    const bare = new Sqlite(join(dataDir, 'bare.sqlite'));
    try {
      bare.pragma('journal_mode = wal');
      bare.pragma('synchronous = full');
      bare.exec('create table message (id integer primary key, text text)');
      const insert = bare.prepare('insert into message (text) values (?)');
      const send = async (number: number) => {
        const response = await fetch(`${site.url}/api/contact`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            accept: 'application/json',
            'x-forwarded-for': `198.51.100.${number % 250}`,
          },
          body: JSON.stringify({
            ...{ name: 'Ann Hale', contact: 'ann@bench.example', subject: 'Other', website: '' },
            message: `A question about seat ${number}.`,
          }),
        });
        if (response.status !== 200)
          throw new Error(`A message responded with ${response.status}: ${await response.text()}`);
        await response.arrayBuffer();
      };
      for (let run = 0; run < 20; run += 1) await send(run);
      const [alone, ours]: [number[], number[]] = [[], []];
      // The two measurements alternate, so that other work on the disk slows both equally
      for (let run = 20; run < 20 + rounds; run += 1) {
        alone.push(await measureTime(async () => insert.run(`A question about seat ${run}.`)));
        ours.push(await measureTime(() => send(run)));
      }
      return [
        { name: 'a commit of SQLite alone, median', value: median(alone), unit: 'ms' },
        { name: 'a message sent and stored, median', value: median(ours), unit: 'ms' },
        { name: 'ratio', value: median(ours) / median(alone), unit: '' },
      ];
    } finally {
      bare.close();
      await site.stop();
      rmSync(dataDir, { recursive: true });
    }
  },
};
