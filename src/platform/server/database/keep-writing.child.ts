/** A process that writes rows until it is killed. After each commit it prints the row's name. */
import { writeSync } from 'node:fs';
import { migrations } from '../../../migrations/index.ts';
import { openDatabase, write } from './index.ts';

const [place = ''] = process.argv.slice(2);
const db = await openDatabase(JSON.parse(place), migrations);
await Promise.all(['a', 'b', 'c'].map(writeForEver));

async function writeForEver(writer: string): Promise<never> {
  for (let n = 0; ; n++) {
    const name = `${writer}${n}`;
    await write(db, (tx) => tx.insertInto('setting').values({ name, value: 'kept' }).execute());
    writeSync(1, `${name}\n`);
  }
}
