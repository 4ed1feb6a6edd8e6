import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '#tests/support/site/site.ts';
import { median } from './figures.ts';
import { type Reply, requestPage } from './requests.ts';

const autocannon = join(import.meta.dirname, '..', 'node_modules', '.bin', 'autocannon');

interface Round {
  /** Requests per second. */
  rate: number;
  /** The server's processor time for a request (microseconds). */
  cost: number;
}

/** Returns the processor time that a process has used so far (milliseconds, in steps of ten). */
function readProcessorTime(pid: number): number {
  // The program's name, in brackets, may contain spaces
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

/**
 * Measures a server for three seconds on loopback, with ten requests at once. Throws if a response has a status other
 * than 2xx or a request fails. Processor time varies less than the rate when other work runs on the machine.
 */
async function measureServer(url: string, pid: number): Promise<Round> {
  const before = readProcessorTime(pid);
  const child = spawn(autocannon, ['--json', '-c', '10', '-d', '3', '-H', 'accept-encoding: br', url]);
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  await once(child, 'close');
  const { requests, non2xx, errors } = JSON.parse(text) as {
    requests: { average: number; total: number };
    non2xx: number;
    errors: number;
  };
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} responses were not 200, ${errors} failed.`);
  return { rate: requests.average, cost: (1000 * (readProcessorTime(pid) - before)) / requests.total };
}

async function waitUntilListening(url: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const isListening = await requestPage(url).then(
      () => true,
      () => false,
    );
    if (isListening) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('The bare server doesn’t respond.');
}

/** The size of a small document, as a yardstick that doesn't change with the pages (bytes). */
const smallBytes = 6000;

/** The throughput of cached pages; each figure is the median of five rounds. */
export interface CachedThroughput {
  /** Requests per second. */
  rate: number;
  /** Requests per second of a bare server that sends the same bytes. */
  bareRate: number;
  /** The rate as a percentage of the bare server's. */
  rateShare: number;
  /** The processor time for a request as a percentage of the bare server's. */
  costShare: number;
  /** The rate as a percentage of that of a bare server that sends 6 kB. */
  smallShare: number;
}

/**
 * Compares a cached page with two bare `node:http` servers: one sends the same bytes and headers, the other only 6 kB.
 * The measurements alternate, so that other work on the machine slows all of them alike.
 */
export async function compareCachedThroughput(url: string, pid: number): Promise<CachedThroughput> {
  const { bytes, headers } = await requestSmallest(url);
  const same = await startBareServer(bytes, headers);
  const small = await startBareServer(bytes.subarray(0, smallBytes), { ...headers, 'content-length': `${smallBytes}` });
  try {
    const rounds: Record<'site' | 'same' | 'small', Round>[] = [];
    for (let round = 0; round < 5; round += 1) {
      rounds.push({
        same: await measureServer(same.url, same.pid),
        site: await measureServer(url, pid),
        small: await measureServer(small.url, small.pid),
      });
    }
    const middle = (of: (round: (typeof rounds)[number]) => number) => median(rounds.map(of));
    return {
      rate: middle(({ site }) => site.rate),
      bareRate: middle(({ same }) => same.rate),
      rateShare: middle(({ site, same }) => (100 * site.rate) / same.rate),
      costShare: middle(({ site, same }) => (100 * site.cost) / same.cost),
      smallShare: middle(({ site, small }) => (100 * site.rate) / small.rate),
    };
  } finally {
    await Promise.all([same.stop(), small.stop()]);
  }
}

/** Requests a page for two seconds, in which the site compresses it at the best ratio. Returns the last response. */
async function requestSmallest(url: string): Promise<Reply> {
  let last = await requestPage(url);
  for (let times = 0; times < 20; times += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    last = await requestPage(url);
  }
  return last;
}

/** Starts a bare server with the same memory settings as the site. */
async function startBareServer(bytes: Buffer, headers: Reply['headers']) {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-bare-'));
  const body = join(folder, 'body');
  writeFileSync(body, bytes);
  const port = await findFreePort();
  const { date: _, connection: __, 'keep-alive': ___, ...same } = headers;
  const program = join(import.meta.dirname, 'bare-server.ts');
  const child = spawn(process.execPath, ['--max-semi-space-size=4', program, `${port}`, body, JSON.stringify(same)], {
    env: { ...process.env, MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '32768' },
  });
  const stop = async () => {
    child.kill();
    await once(child, 'close');
    rmSync(folder, { recursive: true });
  };
  const url = `http://127.0.0.1:${port}/`;
  await waitUntilListening(url);
  return { url, pid: child.pid ?? 0, stop };
}
