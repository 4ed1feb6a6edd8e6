import { expect, onTestFinished, test } from 'vitest';
import { createKeyPair } from '#platform/server/offsite/encryption.ts';
import { startStandInStore } from '#tests/support/site/s3.ts';
import { checkOffsiteCopies } from './offsite.ts';

const now = new Date('2026-11-22T12:00:00Z');
const longAgo = new Date('2026-01-01T12:00:00Z');

async function start() {
  const store = await startStandInStore();
  onTestFinished(store.close);
  Object.assign(store.rules, { mayDelete: false, isVersioned: true });
  const { publicKey, secretKey } = await createKeyPair();
  return { store, secretKey, access: { s3: store.access, prefix: '', publicKey } };
}

/** Returns the states and texts of all findings, by subject. */
async function check(access: Parameters<typeof checkOffsiteCopies>[0], since = longAgo) {
  const found: Record<string, string> = {};
  for await (const { subject, state, text } of checkOffsiteCopies(access, { now, since }))
    found[subject] = `${state}: ${text}`;
  return found;
}

const addCopy = (store: Awaited<ReturnType<typeof start>>['store'], day: string) =>
  store.objects.set(`daily/callboard-202611${day}T032000Z.zip.age`, { bytes: Buffer.from('x'), at: now });

test('a site without a store for copies is reported in a note', async () => {
  expect(await check(undefined)).toEqual({ 'Off-site copies': expect.stringMatching(/^note: none are made/) });
});

test('a public key, a store that keeps every copy, and last night’s copy are fine', async () => {
  const { store, access } = await start();
  addCopy(store, '22');
  expect(await check(access)).toEqual({
    'Off-site key': expect.stringMatching(/^ok: .*one public key/),
    'Off-site store': expect.stringMatching(/^ok: players at .* can neither delete nor replace/),
    'Off-site copies': expect.stringMatching(/^ok: the newest is daily\/callboard-20261122T032000Z/),
  });
});

test('a key that may delete copies, and a bucket in which they can be replaced, are faults', async () => {
  const { store, access } = await start();
  store.rules.mayDelete = true;
  expect((await check(access))['Off-site store']).toMatch(/^fault: our key can delete/);
  Object.assign(store.rules, { mayDelete: false, isVersioned: false });
  expect((await check(access))['Off-site store']).toMatch(/^fault: our key can replace/);
});

test('a newest copy that is four days old is a fault, and so is a missing copy unless the society is new', async () => {
  const { store, access } = await start();
  expect((await check(access))['Off-site copies']).toMatch(/^fault: there is none/);
  expect((await check(access, now))['Off-site copies']).toMatch(/^ok: none yet/);
  addCopy(store, '18');
  expect((await check(access))['Off-site copies']).toMatch(/^fault: the newest is of 2026-11-18/);
});

test('a secret key on the server, a missing key file, and an unresponsive store are faults', async () => {
  const { store, access, secretKey } = await start();
  expect((await check({ ...access, publicKey: secretKey }))['Off-site key']).toMatch(/^fault: .*contains a secret key/);
  expect((await check({ ...access, publicKey: '/no/such/file' }))['Off-site key']).toMatch(/^fault: .*ENOENT/);
  await store.goAway();
  const away = await check(access);
  expect(away['Off-site store']).toMatch(/^fault: .*didn’t respond/);
  expect(away['Off-site copies']).toMatch(/^fault: .*didn’t respond/);
});
