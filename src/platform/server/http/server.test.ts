import { expect, onTestFinished, test, vi } from 'vitest';
import { createServer, registerHealthCheckRoutes } from './server.ts';

/** The number of seconds for which Caddy keeps an idle connection to the site open. */
const caddyKeeps = 120;

test('the site keeps idle connections open for longer than Caddy does', async () => {
  const fastify = await createServer({ log: 'silent', https: false, dev: false, maxDelayMs: 0 });
  fastify.get('/', () => 'Hello.');
  onTestFinished(() => fastify.close());
  const { headers } = await fetch(await fastify.listen({ port: 0, host: '127.0.0.1' }));
  const [, seconds] = /timeout=(\d+)/.exec(headers.get('keep-alive') ?? '') ?? [];
  expect(Number(seconds)).toBeGreaterThan(caddyKeeps);
});

test('responses are logged, except those of routes whose log level is silent', async () => {
  const fastify = await createServer({ log: 'info', https: false, dev: false, maxDelayMs: 0 });
  onTestFinished(() => fastify.close());
  fastify.get('/plays', () => 'Hello.');
  fastify.get('/healthz', { logLevel: 'silent' }, () => 'Hello.');
  const logged = vi.spyOn(fastify.log, 'info').mockImplementation(() => {});
  await fastify.inject('/healthz');
  await fastify.inject('/plays');
  expect(logged.mock.calls.map(([line]) => line)).toEqual([expect.objectContaining({ route: '/plays', status: 200 })]);
});

test('a change of readiness is logged once for each route, with its reason', async () => {
  const fastify = await createServer({ log: 'info', https: false, dev: false, maxDelayMs: 0 });
  onTestFinished(() => fastify.close());
  const isDown = { database: false, files: false };
  const fault = new Error('connect ECONNREFUSED');
  const ready = (part: keyof typeof isDown) => async () => {
    if (isDown[part]) throw fault;
  };
  const db = { checkReady: ready('database'), isFull: () => false };
  registerHealthCheckRoutes(fastify, { db, storage: { checkReady: ready('files') }, version: '1.0.0' });
  const logged: unknown[] = [];
  for (const level of ['info', 'warn', 'error'] as const) {
    vi.spyOn(fastify.log, level).mockImplementation((...line: unknown[]) => void logged.push([level, ...line]));
  }
  const askTwice = async (...urls: string[]) => {
    logged.length = 0;
    for (const url of [...urls, ...urls]) await fastify.inject(url);
    return logged;
  };
  const [all, pages] = ['/readyz', '/readyz/pages'];
  expect(await askTwice(all, pages)).toEqual([]);

  isDown.files = true;
  expect(await askTwice(all, pages)).toEqual([
    ['error', { err: fault, route: all }, 'the file store is not responding'],
  ]);
  isDown.files = false;
  expect(await askTwice(all, pages)).toEqual([['warn', { route: all }, 'ready again']]);

  isDown.database = true;
  expect(await askTwice(all, pages)).toEqual([
    ['error', { err: fault, route: all }, 'the database is not responding'],
    ['error', { err: fault, route: pages }, 'the database is not responding'],
  ]);
});
