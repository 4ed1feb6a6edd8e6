import { expect, onTestFinished, test, vi } from 'vitest';
import { createServer } from './server.ts';

/** The number of seconds for which Caddy keeps an idle connection to the site open. */
const caddyKeeps = 120;

test('the site keeps idle connections open for longer than a proxy does', async () => {
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
