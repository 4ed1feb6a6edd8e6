import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '#platform/server/crypto/ids.ts';
import { write } from '#platform/server/database/index.ts';
import { parseTrustProxy } from '#platform/server/http/request/client-address.ts';
import { replaceMailServer } from '#platform/server/mail/mail-server.ts';
import { createTemporaryFolder, openTestDatabase } from '#tests/support/site/engines.ts';
import { startMailServer } from '#tests/support/site/mail-server.ts';
import { findFreePort } from '#tests/support/site/site.ts';
import {
  checkMailServer,
  checkPort,
  checkPublicAddress,
  findEnteredMailServer,
  getConfiguredMailServer,
} from './network.ts';

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

test('a public address that leads to the site is fine, with a note if TRUST_PROXY should be set', async () => {
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

test('a mail server that responds is fine, and gets no email', async () => {
  const server = await startMailServer();
  onTestFinished(server.stop);
  expect(await checkMailServer(getConfiguredMailServer(server.settings.SMTP_URL ?? ''))).toMatchObject({ state: 'ok' });
  expect(server.taken).toEqual([]);
});

test('a mail server that refuses the password is reported as a fault', async () => {
  const server = await startMailServer();
  onTestFinished(server.stop);
  const { host } = new URL(server.settings.SMTP_URL ?? '');
  const { state, text } = await checkMailServer(getConfiguredMailServer(`smtp://site:hunter2@${host}`));
  expect(state).toBe('fault');
  expect(text).toContain('refuses our user name or password');
  expect(text).not.toContain('hunter2');
});

test('a mail server that doesn’t respond is reported as a fault', async () => {
  expect(await checkMailServer(getConfiguredMailServer(`smtp://127.0.0.1:${await findFreePort()}`))).toMatchObject({
    state: 'fault',
    text: expect.stringContaining('Check the name, the port and the firewall'),
  });
});

test('a site without a mail server is reported in a note', async () => {
  expect((await checkMailServer(undefined)).state).toBe('note');
});

test('the mail server that an admin has entered is checked without signing in', async () => {
  const place = { url: '', file: join(createTemporaryFolder(), 'callboard.sqlite') };
  const db = await openTestDatabase(place);
  expect(await findEnteredMailServer(place)).toBeUndefined();
  const server = await startMailServer();
  onTestFinished(server.stop);
  const port = Number(new URL(server.settings.SMTP_URL ?? '').port);
  const entered = { host: '127.0.0.1', port, encryption: 'optional', sender: 'office@players.example' } as const;
  await write(db, (tx) => replaceMailServer(tx, { ...entered, id: newId(), user: '', password: '' }));
  expect(await checkMailServer(await findEnteredMailServer(place))).toMatchObject({
    state: 'ok',
    text: expect.stringContaining(`127.0.0.1:${port} accepts our connection`),
  });
  // The site sends a password over an encrypted connection only, which this server doesn't offer
  await write(db, (tx) => replaceMailServer(tx, { ...entered, id: newId(), user: 'site', password: 'sealed' }));
  expect(await checkMailServer(await findEnteredMailServer(place))).toMatchObject({
    state: 'fault',
    text: expect.stringMatching(/couldn’t agree on an encrypted connection .* the mail server in Admin Tools/),
  });
});
