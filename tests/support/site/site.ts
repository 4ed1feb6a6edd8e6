// The real program, as built by `bin/setup.mjs`, in its own process, with an empty society or a given one. Used by
// tests that start the program, and by measurements.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** Node's compile cache of the sources, as in npm's scripts. With the cache, a program starts in half the time. */
export const compileCache = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node') };

/** Returns the file of a command as releases run it, which starts in half the time of its sources. */
export const findCommandFile = (name: string): string => join(root, 'dist/entries', `${name}.js`);

export interface RunningSite {
  url: string;
  pid: number;
  dataDir: string;
  /** Further environment variables for the program. */
  env: Readonly<Record<string, string>>;
  /** Milliseconds from the start of the process until the front page is first served. */
  startedIn: number;
  /** Everything the program has printed so far. */
  printed(): string;
  /**
   * Stops the program like a service manager, and waits until it has ended. A data folder created for it is deleted.
   */
  stop(): Promise<void>;
  /** The program's exit code once it has ended; null if a signal ended it. */
  exitCode(): number | null;
  /** Kills the program at once, without warning, and waits until it has ended. Its data stay. */
  kill(): Promise<void>;
}

/**
 * Returns a port that nothing listens on at the moment. Systems give ports above 32768 to servers that let them choose
 * and to outgoing connections, so a port below that is unlikely to be taken before the program uses it.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    const probe = createServer();
    const outcome = await new Promise((resolve) => {
      probe.once('error', resolve).listen(port, '127.0.0.1', () => probe.close(() => resolve('free')));
    });
    if (outcome === 'free') return port;
  }
}

export const createTemporaryDataDir = () => mkdtempSync(join(tmpdir(), 'callboard-data-'));

async function responds(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

async function waitForExit(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Node's arguments, with the flag from `bin/memory.mjs`. */
const program = ['--max-semi-space-size=4', 'dist/program/main.js'];

/** Starts the program in its own process, without waiting for anything. */
export function spawnSite({ dataDir, env }: { dataDir: string; env: Record<string, string> }) {
  const { NODE_ENV: _, DATABASE_URL: __, PUBLIC_URL: ___, ...inherited } = process.env;
  return spawn(process.execPath, program, {
    cwd: root,
    env: {
      ...inherited,
      ...compileCache,
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '32768',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/**
 * Starts the program and waits until its front page responds.
 *
 * @param dataDir the society's data; by default an empty folder, in which the site creates the demo society
 *
 * @throws Error with the program's output if the program ends, or doesn't serve its front page within two minutes. That
 * is enough on a busy machine
 */
export async function startSite({
  dataDir,
  env = {},
}: {
  dataDir?: string;
  env?: Record<string, string>;
} = {}): Promise<RunningSite> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const folder = dataDir ?? createTemporaryDataDir();
  const since = performance.now();
  const child = spawnSite({ dataDir: folder, env: { PORT: String(port), ...env } });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
  }
  const stop = async () => {
    child.kill('SIGTERM');
    await waitForExit(child);
    if (dataDir === undefined) rmSync(folder, { recursive: true, force: true });
  };

  while (!(await responds(url))) {
    const over = performance.now() - since > 120_000;
    if (over || child.exitCode !== null) {
      await stop();
      throw new Error(`The site ${over ? 'didn’t respond' : 'ended'}. It printed:\n${text}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return {
    url,
    pid: child.pid ?? 0,
    dataDir: folder,
    env,
    startedIn: performance.now() - since,
    printed: () => text,
    stop,
    exitCode: () => child.exitCode,
    kill: async () => {
      child.kill('SIGKILL');
      await waitForExit(child);
    },
  };
}
