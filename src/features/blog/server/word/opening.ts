import { fork } from 'node:child_process';
import { refuse } from '../../../../platform/server/http/refusal.ts';
import type { Opened, WordPicture } from './word-process.ts';

const program = new URL('./word-process.ts', import.meta.url);

/** Two hundred pages take 3 s where nothing else runs. */
const patience = 30_000;

const unreadable = 'This isn’t a Word document that can be read. Open it in Word, save it as .docx, then try again.';

let lastInLine: Promise<unknown> = Promise.resolve();

/** One document at a time, so that ten at once don't take ten times the memory. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = lastInLine.then(work, work);
  lastInLine = turn.catch(() => undefined);
  return turn;
}

/**
 * What is in a Word document.
 * @throws Refusal 415 for what is none or can't be read, 413 for one that is too large
 */
export async function openWord(path: string): Promise<{ html: string; pictures: WordPicture[] }> {
  const opened = await inTurn(() => ask(path));
  if (!('refused' in opened)) return opened;
  if (opened.refused === 'too large') refuse(413, 'This document is too long for a post. Send it in parts.');
  return refuse(415, unreadable);
}

function ask(path: string): Promise<Opened> {
  // It knows nothing of ours: no settings, no secrets
  const env = { PATH: process.env.PATH };
  const execArgv = ['--max-old-space-size=384'];
  const child = fork(program, [path], { serialization: 'advanced', execArgv, env, stdio: 'ignore' });
  const late = setTimeout(() => child.kill('SIGKILL'), patience);
  return new Promise<Opened>((resolve, reject) => {
    // Our own program's word, over a channel that nobody else has
    child.once('message', (opened) => resolve(opened as Opened));
    child.once('exit', () => resolve({ refused: 'unreadable' }));
    child.once('error', reject);
  }).finally(() => clearTimeout(late));
}
