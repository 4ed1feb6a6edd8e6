import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { queueJob } from '#platform/server/jobs/job-store.ts';
import { dataKey } from '#tests/support/site/app.ts';
import { createTemporaryFolder, type DatabaseTestContext, onEachEngine } from '#tests/support/site/engines.ts';
import { buildApp } from '../../../app.ts';
import { migrations } from '../../../migrations/index.ts';
import { openDatabase, write } from '../database/index.ts';
import { loadBuiltFrontend } from '../http/response/frontend.ts';
import { version } from '../program/program.ts';
import { createDiskStorage } from '../storage/disk-storage.ts';
import { createHistogram, createQueryMonitor, formatExposition, type SlowQuery } from './metrics.ts';

const token = 'a token of the one who watches the site';
const at = '2026-11-21T12:00:00.000Z';

async function siteWith({ db }: DatabaseTestContext, metricsToken?: string) {
  const app = await buildApp({
    db,
    storage: createDiskStorage(createTemporaryFolder()),
    frontend: await loadBuiltFrontend(join(import.meta.dirname, '../../../../dist')),
    dataKey,
    maxDelayMs: 0,
    queries: createQueryMonitor(0),
    ...(metricsToken ? { metricsToken } : {}),
  });
  onTestFinished(() => app.close());
  return (url: string, authorization?: string, method: 'GET' | 'HEAD' = 'GET') =>
    app.fastify.inject({ method, url, headers: authorization ? { authorization } : {} });
}

onEachEngine('a request with the token gets metrics in the Prometheus format', async (on) => {
  await write(on.db, async (tx) => {
    for (const kind of ['purge-trash', 'back-up-elsewhere'])
      await queueJob(tx, { kind, key: '2026-11-21', due: at, at });
  });
  const get = await siteWith(on, token);
  for (const path of ['/about-us', '/about-us', '/nowhere/at/all']) await get(path);
  const { statusCode, headers, body } = await get('/metrics', `Bearer ${token}`);
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(headers['cache-control']).toBe('no-store');
  expect((await get('/metrics', `Bearer ${token}`, 'HEAD')).statusCode).toBe(200);
  expect(body).toContain(`callboard_build_info{version="${version}",node="${process.version}"} 1\n`);
  expect(body).toContain('http_route_duration_seconds_count{method="GET",route="/about-us",status="200"} 2\n');
  expect(body).toContain('http_route_duration_seconds_count{method="GET",route="unknown",status="404"} 1\n');
  expect(body).toContain('http_request_duration_seconds_count 3\n');
  expect(body).toContain('callboard_jobs{kind="purge-trash",status="waiting"} 1\n');
  // Nothing handles jobs of this kind
  expect(body).toContain('callboard_jobs{kind="back-up-elsewhere",status="failed"} 1\n');
  expect(body).toContain('callboard_last_backup_timestamp_seconds 0\n');
  expect(body).toContain('callboard_faults_total 0\n');
  const number = /-?(\d+(\.\d+)?(e[+-]?\d+)?|\+Inf)/.source;
  const line = new RegExp(`^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\\{([a-z]+="[^"]*",?)+\\})? ${number})$`);
  expect(body.endsWith('\n')).toBe(true);
  expect(
    body
      .trimEnd()
      .split('\n')
      .filter((one) => !line.test(one)),
  ).toEqual([]);
  const names = Array.from(body.matchAll(/^# TYPE (\S+)/gm), ([, name]) => name);
  expect(new Set(names).size).toBe(names.length);
});

onEachEngine(
  'a request for metrics without the token, or to a site without one, gets 404',
  async (on) => {
    const [open, shut] = [await siteWith(on, token), await siteWith(on)];
    const bare = await shut('/metrics');
    for (const answer of [
      await open('/metrics'),
      await open('/metrics', 'Bearer wrong'),
      await open('/metrics', token),
      await shut('/metrics', `Bearer ${token}`),
      await shut('/metrics', 'Bearer '),
    ]) {
      expect(answer.statusCode).toBe(404);
      expect(answer.body).toBe(bare.body);
    }
    expect((await open('/healthz')).json()).toEqual({ status: 'alive', version });
  },
  ['sqlite'],
);

onEachEngine(
  'the event loop’s lag is near zero while idle, and shows how long the loop was blocked',
  async (on) => {
    const get = await siteWith(on, token);
    const lag = async (quantile: string) => {
      const { body } = await get('/metrics', `Bearer ${token}`);
      return Number(body.split(`nodejs_eventloop_lag_seconds{quantile="${quantile}"} `)[1]?.split('\n')[0]);
    };
    await lag('0.5');
    // Detects a busy machine, on which everything is late
    const late: number[] = [];
    for (let turn = 0; turn < 20; turn += 1) {
      const since = performance.now();
      await sleep(20);
      late.push(Math.max(0, performance.now() - since - 20) / 1000);
    }
    const [usual = 0] = late.toSorted((a, b) => a - b).slice(late.length / 2);
    expect(await lag('0.5')).toBeLessThan(usual + 0.012);
    // Each reading restarts the measurement, which needs one tick before the blocking loop and one after it
    await sleep(100);
    const until = performance.now() + 300;
    while (performance.now() < until);
    await sleep(100);
    expect(await lag('0.99')).toBeGreaterThan(0.2);
  },
  ['sqlite'],
);

test('a statement that reaches the threshold is logged with its duration but no values, and with threshold 0 none is', () => {
  const slow: SlowQuery[] = [];
  const queries = createQueryMonitor(100);
  queries.onSlowQuery((query) => slow.push(query));
  queries.record({ ms: 99.9, sql: 'select 1' });
  queries.record({ ms: 100.4, sql: "select *\n  from person where name = ? and role = 'it''s Ruth' limit 3" });
  expect(slow).toEqual([{ ms: 100, sql: "select * from person where name = ? and role = '…' limit 3" }]);
  expect(queries.slow()).toBe(1);
  const silent = createQueryMonitor(0);
  silent.onSlowQuery((query) => slow.push(query));
  silent.record({ ms: 60_000, sql: 'select 1' });
  expect(slow).toHaveLength(1);
});

onEachEngine('the log of slow statements contains no values', async ({ place }) => {
  const slow: SlowQuery[] = [];
  // The threshold is so low that every statement exceeds it
  const queries = createQueryMonitor(1e-9);
  const db = await openDatabase({ ...place, onQuery: queries.record }, migrations);
  onTestFinished(() => db.close());
  queries.onSlowQuery((query) => slow.push(query));
  await sql`select ${'Ruth Calloway'} as who`.execute(db.read);
  await write(db, (tx) => sql`select ${'Dee Moss'} as who`.execute(tx));
  expect(slow.length).toBeGreaterThan(1);
  expect(slow.map((query) => query.sql).join('\n')).toMatch(/select (\+\?|\$1) as who/);
  expect(JSON.stringify(slow)).not.toMatch(/Ruth|Dee/);
});

test('a metric is formatted with its name, help text, type, labels and value, with escaped label values', () => {
  const labels = { route: 'GET "/a\\b"\nC', status: '200' };
  const answers = {
    name: 'answers_total',
    help: 'Answers.',
    type: 'counter',
    samples: [{ labels, value: 3 }],
  } as const;
  expect(formatExposition([answers])).toBe(
    '# HELP answers_total Answers.\n# TYPE answers_total counter\n' +
      'answers_total{route="GET \\"/a\\\\b\\"\\nC",status="200"} 3\n',
  );
});

test('a histogram counts each value in every bucket whose limit it doesn’t exceed, and in the last one', () => {
  const times = createHistogram([0.01, 0.1]);
  for (const seconds of [0.004, 0.01, 0.05, 3]) times.add(seconds);
  expect(formatExposition([{ name: 't', help: 'Times.', type: 'histogram', samples: times.samples() }])).toBe(
    '# HELP t Times.\n# TYPE t histogram\n' +
      't_bucket{le="0.01"} 2\nt_bucket{le="0.1"} 3\nt_bucket{le="+Inf"} 4\nt_sum 3.064\nt_count 4\n',
  );
});
