/**
 * A process that can't write in the given folder, even if root runs the tests. It prints the message of the resulting
 * error.
 */
import { join } from 'node:path';
import { migrations } from '../../../migrations/index.ts';
import { openDatabase } from './index.ts';

const [writable = '', unwritable = ''] = process.argv.slice(2);
await (await openDatabase({ file: join(writable, 'callboard.sqlite') }, migrations)).close();
// Root may write anywhere, so this process continues as another user after root has loaded all code
if (process.getuid?.() === 0) process.seteuid?.(65534);
await openDatabase({ file: join(unwritable, 'callboard.sqlite') }, migrations).catch((error) =>
  console.log(String(error)),
);
