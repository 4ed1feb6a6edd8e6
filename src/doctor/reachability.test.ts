import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { parseTrustProxy } from '#platform/server/http/request/client-address.ts';
import { findFreePort } from '#tests/support/site/site.ts';
import { checkPort, checkPublicAddress } from './reachability.ts';

/** Starts a server that responds to everything with `body`. */
async function serve(body: string) {
  const server = createServer((_, response) => void response.end(body)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { host: '127.0.0.1', port, url: `http://127.0.0.1:${port}` };
}

const site = '{"status":"alive","version":"1.2.3"}';
const trustProxy = parseTrustProxy('loopback') ?? (() => false);
const trustAll = parseTrustProxy('1') ?? (() => false);

test('a free port, and a port on which the site is running, are fine', async () => {
  const port = await findFreePort();
  expect(await checkPort({ host: '127.0.0.1', port }, `http://127.0.0.1:${port}`)).toMatchObject({
    finding: { state: 'ok', text: expect.stringContaining('is free') },
    isRunning: false,
  });
  const running = await serve(site);
  expect(await checkPort(running, running.url)).toMatchObject({
    finding: { state: 'ok', text: expect.stringContaining('version 1.2.3') },
    isRunning: true,
  });
});

test('a port that another program uses, or a host that isn’t this machine’s, is reported as a fault', async () => {
  const other = await serve('<h1>Printer</h1>');
  expect(await checkPort(other, other.url)).toMatchObject({
    finding: { state: 'fault', text: expect.stringContaining('set PORT to another number') },
    isRunning: false,
  });
  expect(await checkPort({ host: '192.0.2.7', port: other.port }, other.url)).toMatchObject({
    finding: { state: 'fault', text: expect.stringContaining('Set HOST') },
  });
});

test('a public address that leads to the site is fine', async () => {
  const { url } = await serve(site);
  const check = (settings: object) =>
    checkPublicAddress({ publicUrl: url, host: '127.0.0.1', trustProxy, ...settings }, true);
  expect((await check({})).state).toBe('ok');
  expect((await check({ host: '0.0.0.0', trustProxy: trustAll })).state).toBe('ok');
  expect(await check({ host: '0.0.0.0' })).toMatchObject({
    state: 'note',
    text: expect.stringContaining('set TRUST_PROXY'),
  });
});

test('a public address that leads elsewhere or nowhere is reported as a fault', async () => {
  const check = (publicUrl: string) => checkPublicAddress({ publicUrl, host: '127.0.0.1', trustProxy }, true);
  expect(await check((await serve('<h1>Parked domain</h1>')).url)).toMatchObject({
    state: 'fault',
    text: expect.stringContaining('something else responds'),
  });
  expect(await check(`http://127.0.0.1:${await findFreePort()}`)).toMatchObject({
    state: 'fault',
    text: expect.stringMatching(/ECONNREFUSED.*proxy is running/),
  });
  const { port } = await serve(site);
  expect(await check(`https://127.0.0.1:${port}`)).toMatchObject({
    state: 'fault',
    text: expect.stringContaining('There’s no valid certificate'),
  });
});

test('a public address that isn’t set, or can’t be checked yet, is reported in a note', async () => {
  const settings = { host: '127.0.0.1', trustProxy };
  expect((await checkPublicAddress({ publicUrl: '', ...settings }, true)).state).toBe('note');
  expect((await checkPublicAddress({ publicUrl: 'https://players.example', ...settings }, false)).state).toBe('note');
});
