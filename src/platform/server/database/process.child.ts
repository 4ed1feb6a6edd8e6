/** A process that tests start and that does one of three things with a database: `node process.child.ts NAME ARGUMENTS`. */
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { migrations } from '../../../migrations/index.ts';
import { type Database, openDatabase, write } from './index.ts';

const [name = '', first = '', second = ''] = process.argv.slice(2);

const programs: Record<string, () => Promise<void>> = {
  /**
   * Opens the database at the given place as soon as the input ends, and then exits. Tests run several of these
   * processes, and let them begin at the same moment.
   */
  async start() {
    console.log('ready');
    await once(process.stdin.resume(), 'end');
    const db = await openDatabase(JSON.parse(first), migrations);
    await db.close();
  },
  /** Writes rows to the database at the given place until the process is killed. Prints a row's name after its commit. */
  async 'keep-writing'() {
    const db = await openDatabase(JSON.parse(first), migrations);
    await Promise.all(['a', 'b', 'c'].map((writer) => writeForEver(db, writer)));
  },
  /**
   * Opens a database in the first folder, then another one in the second folder, where this process can't write even if
   * root runs the tests. Prints the resulting error.
   */
  async 'start-unwritable'() {
    await (await openDatabase({ file: join(first, 'callboard.sqlite') }, migrations)).close();
    // Root may write anywhere, so this process continues as another user after root has loaded all code
    if (process.getuid?.() === 0) process.seteuid?.(65534);
    await openDatabase({ file: join(second, 'callboard.sqlite') }, migrations).catch((error) =>
      console.log(String(error)),
    );
  },
};

async function writeForEver(db: Database, writer: string): Promise<never> {
  for (let n = 0; ; n++) {
    const row = `${writer}${n}`;
    await write(db, (tx) => tx.insertInto('setting').values({ name: row, value: 'kept' }).execute());
    writeSync(1, `${row}\n`);
  }
}

const program = programs[name];
if (!program) throw new Error(`There is no program ${name}`);
await program();
