import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { JobNotReady } from '#platform/server/jobs/job-handler.ts';
import type { CalendarDate } from '#platform/shared/dates/dates.ts';

/** Thrown if a copy couldn't be made. The message is for the log. */
class OffsiteCopyError extends Error {
  readonly code = 'EOFFSITE';
}

/**
 * Copies a night's backup to the off-site store, in a process of its own. Does nothing if the store has it already.
 * @throws JobNotReady if that night's backup isn't finished yet
 */
export async function copyNightlyBackup(
  folder: string,
  { night, signal }: { night: CalendarDate; signal: AbortSignal },
): Promise<void> {
  const path = join(folder, `callboard-${night}.zip`);
  const file = await stat(path).catch(() => undefined);
  if (!file || file.size === 0) throw new JobNotReady(`There is no backup ${path} yet.`);
  const child = spawn(process.execPath, [fileURLToPath(new URL('./offsite.ts', import.meta.url)), 'upload', path], {
    signal,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2000);
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new OffsiteCopyError(`No off-site copy was made: ${said.trim()}`);
}
