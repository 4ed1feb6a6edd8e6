import { type ChildProcess, fork } from 'node:child_process';
import { refuse } from '../../../platform/server/http/refusal.ts';
import type { Prepared, PreparedPicture } from './picture-process.ts';

export type { PreparedPicture };

const program = new URL('./picture-process.ts', import.meta.url);

/** One of 60 megapixels takes 6 s where nothing else runs. */
const patience = 120_000;

/** How long the process stays when there is nothing to do: it weighs 60 MB. */
const stays = 10_000;

let lastInLine: Promise<unknown> = Promise.resolve();

/** One picture at a time: runs `work` when all that was asked for before it is done, well or not. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = lastInLine.then(work, work);
  lastInLine = turn.catch(() => undefined);
  return turn;
}

let maker: ChildProcess | undefined;
let leaving: NodeJS.Timeout | undefined;

/** The process, started when the first picture comes. It knows nothing of ours: no settings, no secrets. */
function startMaker(): ChildProcess {
  const env = { PATH: process.env.PATH, UV_THREADPOOL_SIZE: '2', MALLOC_ARENA_MAX: '2' };
  const child = fork(program, [], { serialization: 'advanced', execArgv: [], env, stdio: 'ignore' });
  child.once('exit', () => {
    if (maker === child) maker = undefined;
  });
  child.unref();
  return child;
}

function ask(path: string): Promise<Prepared> {
  clearTimeout(leaving);
  maker ??= startMaker();
  const child = maker;
  child.channel?.ref();
  return new Promise<Prepared>((resolve, reject) => {
    const late = setTimeout(() => child.kill('SIGKILL'), patience);
    const done = () => {
      clearTimeout(late);
      child.channel?.unref();
      child.off('message', answered).off('exit', ended).off('error', failed);
    };
    const answered = (prepared: unknown) => {
      done();
      // Our own program's word, over a channel that nobody else has
      resolve(prepared as Prepared);
    };
    const ended = () => {
      done();
      resolve({ refused: 'unreadable' });
    };
    const failed = (error: Error) => {
      done();
      reject(error);
    };
    child.on('message', answered).on('exit', ended).on('error', failed);
    child.send(path);
  }).finally(() => {
    leaving = setTimeout(() => child.kill(), stays).unref();
  });
}

/**
 * Re-encodes the picture in a file. What is shown is always our own, so nothing hidden in the sent one gets through.
 * Pictures are made one at a time, in a process beside this one (picture-process.ts).
 * @throws Refusal 415 for what isn't a whole picture of a kind we know, 413 for one of more than 60 megapixels
 */
export async function preparePicture(path: string): Promise<PreparedPicture> {
  const prepared = await inTurn(() => ask(path));
  if (!('refused' in prepared)) return prepared;
  if (prepared.refused === 'too many pixels') {
    return refuse(413, 'This picture is larger than 60 megapixels. Save it smaller, then try again.');
  }
  return refuse(415, 'This isn’t a picture we can open. Send it as JPEG, PNG, WebP, GIF or AVIF.');
}
