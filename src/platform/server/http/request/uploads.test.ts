import { readdirSync } from 'node:fs';
import { type IncomingMessage, request as sendRequest } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { createTemporaryFolder, onEachEngine, onSqlite } from '#tests/support/site/engines.ts';
import { createRefusalCounter } from '../../audit/index.ts';
import { createEncryption } from '../../crypto/encryption.ts';
import type { Database } from '../../database/index.ts';
import { createDiskStorage } from '../../storage/disk-storage.ts';
import type { FileStorage } from '../../storage/storage.ts';
import { refuse } from '../errors/http-error.ts';
import { createRouteRegistry } from '../route-registry.ts';
import { ok } from '../routes/call.ts';
import { createServer } from '../server.ts';
import { type AccessRule, anonymousVisitor, everyone } from './visitor.ts';

const kilobyte = 1000;
const limits = { maxFiles: 3, maxBytes: 100 * kilobyte };
const nobody: AccessRule = { name: 'nobody', allows: () => false };

/**
 * Starts a site that accepts files, on its own socket. Files sent to `/keep` are stored, unless `title` is "refuse".
 */
async function siteOn(
  db: Database,
  {
    maxBytes = 10_000_000,
    on = (storage) => storage,
    ...options
  }: { maxBodyMs?: number; maxBytes?: number; on?: (storage: FileStorage) => FileStorage } = {},
) {
  const folder = createTemporaryFolder();
  const storage = on(createDiskStorage(folder, { maxBytes }));
  const fastify = await createServer({ log: 'silent', https: false, dev: false, maxDelayMs: 0, ...options });
  const { call } = createRouteRegistry(fastify, {
    encryption: createEncryption('nobody guesses that these are tests'),
    refusals: createRefusalCounter(),
    errorRecorder: { record: () => {} },
    consumeMessageLimit: async () => ({ waitMs: 0 }),
    db,
    storage,
    clock: () => new Date('2026-11-21T12:00:00Z'),
    visitorOf: () => anonymousVisitor,
    loginPage: async () => ({}) as never,
    passwordPage: () => ({}) as never,
    timeZoneOf: async () => 'Europe/London',
    nextPublication: async () => undefined,
    getExternalRevision: () => 0,
    siteOf: async () => ({}) as never,
    documentOf: async () => ({ body: '', sources: {} }),
    publicUrl: '',
    home: () => '',
    cacheBytes: 0,
  });
  const accepts = z.object({ title: z.string().default('') });
  call(
    declareCall('POST', '/keep', { body: accepts }),
    { access: everyone, uploads: limits },
    async ({ body, files }) => {
      if (body.title === 'refuse') refuse(400, 'No.');
      const stored = [];
      for (const { field, name, arrival } of files) stored.push({ field, name, ...(await arrival.store()) });
      return ok('Kept.', { ...body, kept: stored });
    },
  );
  const connections: Socket[] = [];
  fastify.server.on('connection', (connection) => connections.push(connection));
  call(declareCall('POST', '/look'), { access: everyone, uploads: limits }, ({ files }) =>
    ok('Seen.', { seen: files.length, patience: connections.at(-1)?.timeout }),
  );
  call(
    declareCall('POST', '/once', { once: true }),
    { access: everyone, uploads: limits },
    async ({ files, once: doOnce }) => doOnce(async () => ok(`${files.length} seen.`)),
  );
  call(declareCall('POST', '/closed'), { access: nobody, uploads: limits }, () => ok('Never.'));
  call(declareCall('POST', '/plain'), { access: everyone }, () => ok('Never.'));
  await fastify.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => fastify.close());
  const { port } = fastify.server.address() as AddressInfo;
  const send = async (path: string, form: FormData) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body: form });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const lying = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
      ({ name, parentPath }) => /^[0-9a-f-]{36,64}$/.test(name) && parentPath !== join(folder, 'unsettled'),
    );
  return { storage, send, port, lying };
}

function form(...files: [name: string, content: string | Uint8Array<ArrayBuffer>][]): FormData {
  const data = new FormData();
  for (const [name, content] of files) data.append('files', new Blob([content]), name);
  return data;
}

/** Begins to send a body by hand. Returns the request and a promise of its response. */
function begin(port: number, path: string, headers: Record<string, string | number>) {
  const sending = sendRequest({ port, path, method: 'POST', headers });
  const received = new Promise<IncomingMessage>((resolve, reject) =>
    sending.on('response', resolve).on('error', reject),
  );
  return { sending, received };
}

const multipart = { 'content-type': 'multipart/form-data; boundary=x' };
const opening = '--x\r\ncontent-disposition: form-data; name="files"; filename="a.txt"\r\n\r\n';

onSqlite('uploaded files arrive with the form’s fields, and with their names without folders', async ({ db }) => {
  const { send, storage, lying } = await siteOn(db);
  const data = form(['Rota – Größe.txt', 'Ann sweeps.'], ['../../passwd', 'Bea locks up.']);
  data.append('title', 'Rotas');
  const { status, body } = await send('/keep', data);
  expect([status, body.title]).toEqual([200, 'Rotas']);
  const stored = body.kept as { field: string; name: string; key: string }[];
  expect(stored.map(({ field, name }) => [field, name])).toEqual([
    ['files', 'Rota – Größe.txt'],
    ['files', 'passwd'],
  ]);
  expect((await buffer(await storage.open(stored[0]?.key ?? ''))).toString()).toBe('Ann sweeps.');
  expect(lying()).toHaveLength(2);
});

onSqlite('the name of an uploaded file is one line without control characters', async ({ db }) => {
  const { port, send } = await siteOn(db);
  const encoded = (await send('/keep', form(['Rota\r\nsigned “Ann”\n"x".txt', '1']))).body.kept;
  expect(encoded).toMatchObject([{ name: 'Rota signed “Ann” "x".txt' }]);
  const { sending, received } = begin(port, '/keep', multipart);
  const disposition = 'content-disposition: form-data; name="files"; filename="a\u0001b\u2028c\u0085.txt"';
  sending.end(`--x\r\n${disposition}\r\n\r\nhello\r\n--x--\r\n`);
  expect(await json(await received)).toMatchObject({ kept: [{ name: 'ab c.txt' }] });
});

onSqlite('uploaded files that the call doesn’t keep, or refuses, are deleted', async ({ db }) => {
  const { send, lying } = await siteOn(db);
  expect((await send('/look', form(['a', '1'], ['b', '2']))).body.seen).toBe(2);
  const refused = form(['a', '1']);
  refused.append('title', 'refuse');
  expect((await send('/keep', refused)).status).toBe(400);
  expect(lying()).toEqual([]);
});

onSqlite('an upload whose data has all arrived doesn’t time out while the call runs', async ({ db }) => {
  const { send } = await siteOn(db);
  expect((await send('/look', form(['a', '1']))).body).toMatchObject({ seen: 1, patience: 0 });
});

onSqlite(
  'a form in which no file was chosen has no files, and a chosen empty file counts as a file',
  async ({ db }) => {
    const { send } = await siteOn(db);
    expect((await send('/look', form(['', '']))).body.seen).toBe(0);
    expect((await send('/look', form(['Empty.txt', '']))).body.seen).toBe(1);
  },
);

onSqlite('a single file over the size limit discards the whole upload and is named in the message', async ({ db }) => {
  const { send, lying } = await siteOn(db);
  const fits = new Uint8Array(limits.maxBytes);
  expect((await send('/look', form(['Fits.wav', fits]))).status).toBe(200);
  const { status, body } = await send('/keep', form(['a.txt', '1'], ['Film.mp4', new Uint8Array(limits.maxBytes + 1)]));
  expect(status).toBe(413);
  expect(body.msg).toMatch(/“Film\.mp4” is larger than/);
  expect(lying()).toEqual([]);
});

onSqlite('an upload that exceeds the available space is refused with advice', async ({ db }) => {
  const { send, lying } = await siteOn(db, { maxBytes: 150_000 });
  const file = (letter: string): [string, string] => [`${letter}.txt`, letter.repeat(90_000)];
  expect((await send('/keep', form(file('a')))).status).toBe(200);
  expect(await send('/keep', form(file('b')))).toEqual({
    status: 413,
    body: {
      code: 413,
      msg: 'There’s no space left for files. Delete some that nobody needs, or ask whoever looks after the site for more space.',
    },
  });
  expect(lying()).toHaveLength(1);
});

onEachEngine('an upload with too many files is refused, and none of the files is stored', async ({ db }) => {
  const { send, lying } = await siteOn(db);
  const { status, body } = await send('/keep', form(['a', '1'], ['b', '2'], ['c', '3'], ['d', '4']));
  expect([status, body.msg]).toEqual([413, 'Too many files: you can upload at most 3 at a time.']);
  expect(lying()).toEqual([]);
});

onSqlite('an upload’s field that declares itself as JSON is checked before it is parsed', async ({ db }) => {
  const { port } = await siteOn(db);
  const parse = vi.spyOn(JSON, 'parse');
  onTestFinished(() => parse.mockRestore());
  const sent = async (json: string) => {
    const head = '--x\r\ncontent-disposition: form-data; name="title"\r\ncontent-type: application/json\r\n\r\n';
    const body = `${head}${json}\r\n--x--\r\n`;
    const response = await fetch(`http://127.0.0.1:${port}/keep`, { method: 'POST', headers: multipart, body });
    return { status: response.status, body: await response.json() };
  };
  // A field sent as JSON has the same result as an ordinary form field
  expect(await sent('"Rotas"')).toMatchObject({ status: 200, body: { title: 'Rotas' } });
  const deep = '['.repeat(30_000) + ']'.repeat(30_000);
  expect((await sent(deep)).status).toBe(400);
  expect(parse.mock.calls.map(([text]) => text)).not.toContain(deep);
  expect((await sent('{"__proto__": 1}')).status).toBe(400);
  expect((await sent('[')).status).toBe(400);
  expect((await sent(`"${'a'.repeat(64 * 1024)}"`)).status).toBe(413);
});

onSqlite('a body larger than the allowed total is refused before it has been sent', async ({ db }) => {
  const { port } = await siteOn(db);
  const { sending, received } = begin(port, '/keep', { ...multipart, 'content-length': 5_000_000 });
  sending.flushHeaders();
  expect((await received).statusCode).toBe(413);
  sending.destroy();
});

onSqlite('a sender without permission is refused before the file has been sent', async ({ db }) => {
  const { port, lying } = await siteOn(db);
  const { sending, received } = begin(port, '/closed', { ...multipart, 'content-length': 50_000 });
  sending.write(opening);
  const response = await received;
  expect(response.statusCode).toBe(401);
  expect(await json(response)).toMatchObject({ code: 401 });
  sending.destroy();
  expect(lying()).toEqual([]);
});

onSqlite('a malformed idempotency key is refused before the file has been sent', async ({ db }) => {
  const { port, lying } = await siteOn(db);
  const headers = { ...multipart, 'content-length': 50_000, 'idempotency-key': 'short' };
  const { sending, received } = begin(port, '/once', headers);
  sending.write(opening);
  const response = await received;
  expect(response.statusCode).toBe(400);
  expect(await json(response)).toEqual({
    code: 400,
    msg: 'An Idempotency-Key must have 16 to 64 characters: letters, digits, hyphens, full stops, _ or ~.',
  });
  sending.destroy();
  expect(lying()).toEqual([]);
});

onSqlite('a connection that breaks half-way leaves no file', async ({ db }) => {
  const { port, lying } = await siteOn(db);
  const { sending, received } = begin(port, '/keep', { ...multipart, 'content-length': 90_000 });
  received.catch(() => undefined);
  sending.write(`${opening}${'a'.repeat(40_000)}`);
  await expect.poll(() => lying().length).toBe(1);
  sending.destroy();
  await expect.poll(() => lying().length).toBe(0);
});

const broken = [
  ['that ends too soon', multipart, `${opening}Half a file`],
  ['without a boundary', { 'content-type': 'multipart/form-data' }, opening],
  ['of rubbish', multipart, 'rubbish'],
  [
    'with a field called __proto__',
    multipart,
    '--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n',
  ],
] as const;

for (const [what, headers, body] of broken) {
  onEachEngine(`a body ${what} is refused with status 400 and leaves no file`, async ({ db }) => {
    const { port, lying } = await siteOn(db);
    const { sending, received } = begin(port, '/keep', { ...headers, 'content-length': body.length });
    sending.end(body);
    const response = await received;
    expect(response.statusCode).toBe(400);
    expect(await json(response)).toMatchObject({ code: 400 });
    expect(lying()).toEqual([]);
  });
}

onSqlite('a call that takes no files refuses them with status 415, and stores none', async ({ db }) => {
  const { send, lying } = await siteOn(db);
  expect(await send('/plain', form(['a', '1']))).toMatchObject({ status: 415, body: { code: 415 } });
  expect(lying()).toEqual([]);
});

onSqlite('a slow form is cut off, while a slow file may take longer', async ({ db }) => {
  const { port } = await siteOn(db, { maxBodyMs: 100 });
  const form = begin(port, '/plain', { 'content-type': 'application/json', 'content-length': 100 });
  form.sending.write('{');
  await expect(form.received).rejects.toThrow('socket hang up');

  const whole = `${opening}Slow and steady.\r\n--x--\r\n`;
  const file = begin(port, '/look', { ...multipart, 'content-length': whole.length });
  for (const piece of whole.match(/.{1,30}/gs) ?? []) {
    file.sending.write(piece);
    await sleep(40);
  }
  file.sending.end();
  expect((await file.received).statusCode).toBe(200);
});

const diskFull = (code: string) => Object.assign(new Error('no space left on device'), { code });

onSqlite('an upload that fills the disk leaves no partial file, and the sender gets the reason', async ({ db }) => {
  let full = '';
  const filling = (storage: FileStorage): FileStorage => ({
    ...storage,
    receive: async (content, from) => {
      async function* arriving() {
        for await (const piece of content) {
          yield piece;
          if (full === 'while it comes') throw diskFull('ENOSPC');
        }
      }
      const arrival = await storage.receive(Readable.from(arriving()), from);
      const keep = () => (full === 'as it is stored' ? Promise.reject(diskFull('EDQUOT')) : arrival.store());
      return { ...arrival, store: keep };
    },
  });
  const { send, lying } = await siteOn(db, { on: filling });
  for (full of ['while it comes', 'as it is stored']) {
    const { status, body } = await send('/keep', form(['Minutes.txt', 'Present: all'], ['Rota.txt', 'Sun']));
    expect([status, body]).toEqual([503, { code: 503, msg: expect.stringContaining('run out of space') }]);
    expect(lying()).toEqual([]);
  }
  full = '';
  expect((await send('/keep', form(['Minutes.txt', 'Present: all']))).status).toBe(200);
  expect(lying()).toHaveLength(1);
});

onSqlite(
  'a refused sender gets the response, even after sending much, and even if the connection then closes',
  async ({ db }) => {
    const { port } = await siteOn(db);
    const socket = connect({ port, allowHalfOpen: true });
    let [response, fault] = ['', ''];
    socket.setEncoding('utf8').on('data', (text) => (response += text));
    socket.on('error', ({ message }) => (fault = message));
    const piece = 'x'.repeat(10 * kilobyte);
    socket.write(
      `POST /closed HTTP/1.1\r\nhost: players.example\r\nconnection: close\r\ncontent-type: ${multipart['content-type']}\r\ncontent-length: ${opening.length + 20 * piece.length}\r\n\r\n${opening}`,
    );
    for (let sent = 0; sent < 20 && fault === ''; sent += 1) {
      socket.write(piece);
      await sleep(5);
    }
    if (fault === '' && !socket.readableEnded)
      await new Promise((resolve) => socket.once('end', resolve).once('error', resolve));
    expect([fault, response.slice(0, 12)]).toEqual(['', 'HTTP/1.1 401']);
    socket.destroy();
  },
);
