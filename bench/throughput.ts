import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#tests/support/site/site.ts';
import { type Figure, median } from './figures.ts';
import { requestPage } from './requests.ts';

const autocannon = join(import.meta.dirname, '..', 'node_modules', '.bin', 'autocannon');

/**
 * Returns the requests per second over three seconds on loopback, with ten requests at once. Every response must have
 * status 200.
 */
async function requestsPerSecond(url: string): Promise<number> {
  const child = spawn(autocannon, ['--json', '-c', '10', '-d', '3', '-H', 'accept-encoding: br', url]);
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  await once(child, 'close');
  const { requests, non2xx, errors } = JSON.parse(text) as {
    requests: { average: number };
    non2xx: number;
    errors: number;
  };
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} answers were not 200, ${errors} failed.`);
  return requests.average;
}

async function listening(url: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const answered = await requestPage(url).then(
      () => true,
      () => false,
    );
    if (answered) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('The bare server does not answer.');
}

/**
 * Compares a cached page with a bare `node:http` server that sends the same bytes and headers. The two measurements
 * alternate, so that other work on the machine slows both alike.
 */
export async function cachedThroughput(url: string): Promise<Figure[]> {
  const { bytes, headers } = await requestPage(url);
  const folder = mkdtempSync(join(tmpdir(), 'callboard-bare-'));
  const body = join(folder, 'body');
  writeFileSync(body, bytes);
  const port = await freePort();
  const { date: _, connection: __, 'keep-alive': ___, ...same } = headers;
  const bare = spawn(process.execPath, [
    join(import.meta.dirname, 'bare-server.ts'),
    String(port),
    body,
    JSON.stringify(same),
  ]);
  try {
    const bareUrl = `http://127.0.0.1:${port}/`;
    await listening(bareUrl);
    const rounds: { ours: number; bare: number }[] = [];
    for (let round = 0; round < 3; round += 1) {
      rounds.push({ bare: await requestsPerSecond(bareUrl), ours: await requestsPerSecond(url) });
    }
    return [
      { name: 'cached page', value: median(rounds.map(({ ours }) => ours)), unit: 'req/s' },
      { name: 'bare node:http, same bytes', value: median(rounds.map((round) => round.bare)), unit: 'req/s' },
      {
        name: 'cached page compared with bare node:http',
        value: median(rounds.map((round) => (100 * round.ours) / round.bare)),
        unit: '%',
        atLeast: 40,
      },
    ];
  } finally {
    bare.kill();
    await once(bare, 'close');
    rmSync(folder, { recursive: true });
  }
}
