import { expect } from 'vitest';
import { createInternalSetting } from '#features/society/settings/server/index.ts';
import { createEncryption } from '#platform/server/crypto/encryption.ts';
import { type Database, emptyTablesExcept, write } from '#platform/server/database/index.ts';
import { onEachEngine } from '#tests/support/site/engines.ts';
import { ConfigError } from './config.ts';
import { discardDataKey, loadOrCreateDataKey } from './data-key.ts';
import { seedDemo } from './demo/seed.ts';

const [ours, another] = ['o'.repeat(40), 'a'.repeat(40)];
const now = '2026-11-21T12:00:00.000Z';

const start = (db: Database, secret: string, before = '') => loadOrCreateDataKey(db, { secret, before }, now);
const listAuditActions = async (db: Database) =>
  (await db.read.selectFrom('audit').select('action').execute()).map(({ action }) => action);

onEachEngine(
  'a machine whose secret differs from the first machine’s gets an error, and neither secret is stored',
  async ({ db }) => {
    const key = await start(db, ours);
    expect(key).toMatch(/^[\w-]{43}$/);
    expect(await start(db, ours)).toBe(key);
    const fault = await start(db, another).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(ConfigError);
    expect(`${fault}`).toMatch(/SECRET isn’t the one/);
    expect(`${fault}`).not.toMatch(/ooo|aaa/);
    const stored = JSON.stringify(await db.read.selectFrom('data_key').selectAll().execute());
    expect(stored).not.toMatch(/ooo|aaa/);
    expect(stored).not.toContain(key);
  },
);

onEachEngine(
  'of two machines that start an empty society at once with different secrets, only one starts',
  async ({ db }) => {
    const started = await Promise.allSettled([start(db, ours), start(db, another)]);
    expect(started.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  },
);

onEachEngine('two machines that start an empty society at once with the same secret share the key', async ({ db }) => {
  const [one, two] = await Promise.all([start(db, ours), start(db, ours)]);
  expect(one).toBe(two);
});

onEachEngine('a new secret gives the same data key, and the old secret is refused', async ({ db }) => {
  const key = await start(db, ours);
  expect(await start(db, another, ours)).toBe(key);
  expect(await start(db, another)).toBe(key);
  // An old secret that is still set by mistake does no harm
  expect(await start(db, another, ours)).toBe(key);
  await expect(start(db, ours)).rejects.toThrow(ConfigError);
  expect(await listAuditActions(db)).toEqual(['secret.changed']);
});

onEachEngine(
  'two machines that start with a new secret at the same moment both start, with the same key',
  async ({ db }) => {
    const key = await start(db, ours);
    expect(await Promise.all([start(db, another, ours), start(db, another, ours)])).toEqual([key, key]);
    expect(await listAuditActions(db)).toEqual(['secret.changed']);
  },
);

onEachEngine('a wrong SECRET_BEFORE is refused and leaves the key unchanged', async ({ db }) => {
  const key = await start(db, ours);
  await expect(start(db, another, 'x'.repeat(40))).rejects.toThrow(ConfigError);
  expect(await start(db, ours)).toBe(key);
});

onEachEngine(
  'data encrypted directly with the secret, before data keys existed, can still be decrypted',
  async ({ db }) => {
    const mark = createEncryption(ours).hash('the secret of this society', 'mark of the secret');
    await write(db, (tx) => createInternalSetting(tx, 'mark of the secret', mark));
    await expect(start(db, another)).rejects.toThrow(ConfigError);
    expect(await start(db, ours)).toBe(ours);
    expect(await start(db, another, ours)).toBe(ours);
    expect(await db.read.selectFrom('setting').selectAll().execute()).toEqual([]);
  },
);

onEachEngine('a lost secret is replaced at the next start if the server’s owner requests it', async ({ db }) => {
  const key = await start(db, ours);
  expect(await discardDataKey(db, now)).toMatch(
    /second factors have to be set up again.* remove-second-factor ADDRESS/,
  );
  expect(await start(db, another)).not.toBe(key);
  await expect(start(db, ours)).rejects.toThrow(ConfigError);
  expect(await listAuditActions(db)).toEqual(['secret.discarded']);
});

onEachEngine('a society that is emptied while the site runs keeps its data key', async ({ db }) => {
  const key = await start(db, ours);
  await write(db, (tx) => emptyTablesExcept(tx, { engine: db.engine, keep: [] }));
  expect(await start(db, ours)).toBe(key);
});

onEachEngine(
  'an empty society that was opened before can still be opened as the demo on request',
  async ({ db }) => {
    await start(db, ours);
    expect(await seedDemo(db, new Date(now))).toBe(true);
  },
  ['sqlite'],
);
