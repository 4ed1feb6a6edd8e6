import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { brotliDecompressSync } from 'node:zlib';
import createFastify from 'fastify';
import { expect, test } from 'vitest';
import { createSourceFrontend, loadBuiltFrontend } from './frontend.ts';

test('the head script is served in development as a classic script, which imports nothing', async () => {
  const front = await createSourceFrontend(join(import.meta.dirname, '../../../../..'));
  const server = front.serverFactory?.((_request, response) => void response.writeHead(404).end());
  if (!server) throw new Error('There is no server.');
  try {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { headScript: opening } = front.getPageAssets([]);
    if (!('src' in opening)) throw new Error('It has no address.');
    const response = await fetch(`http://127.0.0.1:${port}${opening.src}`, { headers: { accept: '*/*' } });
    const source = await response.text();
    expect(source).toContain('document.fonts');
    expect(() => new Script(source)).not.toThrow();
  } finally {
    server.close();
    await front.close();
  }
});

test('a built file is served by its exact name, compressed where accepted, and no other file is served', async () => {
  const dist = join(import.meta.dirname, '../../../../../dist');
  const front = await loadBuiltFrontend(dist);
  const fastify = createFastify();
  await front.serveFiles(fastify);
  const get = (url: string, headers = {}) => fastify.inject({ url, headers });
  const { modules } = front.getPageAssets([]);
  // Some modules only load others, and are too small for compression
  const plains = await Promise.all(modules.map(async (url) => ({ url, plain: await get(url) })));
  const { url: script, plain } =
    plains.find(({ plain }) => plain.rawPayload.length > 1000) ?? expect.fail('There is no script.');

  expect(plain.statusCode).toBe(200);
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(plain.headers['content-type']).toContain('javascript');
  const small = await get(script, { 'accept-encoding': 'br' });
  expect(small.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(small.rawPayload)).toEqual(plain.rawPayload);
  expect((await fastify.inject({ method: 'HEAD', url: script })).statusCode).toBe(200);

  const name = script.replace('/assets/', '');
  const others = [name.toUpperCase(), '', '.', `%2e%2f${name}`, '..%2f.vite%2fmanifest.json', `..%5c${name}`];
  for (const other of others) expect((await get(`/assets/${other}`)).statusCode, other).toBe(404);
  await fastify.close();
});
