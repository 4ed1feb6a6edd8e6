import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { DatabasePlace } from './engines.ts';

const program = join(import.meta.dirname, '../../../src/platform/server/database/start.child.ts');

/** Opens a database in several processes at the same moment. Returns what each wrote about errors: "" if it had none. */
export async function openTogether(place: DatabasePlace, processes: number): Promise<string[]> {
  const children = Array.from({ length: processes }, () => spawn(process.execPath, [program, JSON.stringify(place)]));
  const ends = children.map(async (child) => {
    let errors = '';
    child.stderr.on('data', (text) => {
      errors += text;
    });
    const [code] = await once(child, 'close');
    return code === 0 ? errors : `${errors}It ended with ${code}.`;
  });
  // Each has loaded the program by then, so that nothing but the lock keeps them apart
  await Promise.all(children.map((child) => once(child.stdout, 'data')));
  for (const child of children) child.stdin.end();
  return Promise.all(ends);
}
