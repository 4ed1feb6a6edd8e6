import { expect } from 'vitest';
import { onEachEngine } from '#tests/support/engines.ts';
import { ConfigFault } from './config.ts';
import { seedDemo } from './demo/seed.ts';
import { holdToSecret, takeNewSecret } from './same-secret.ts';

const [ours, another] = ['o'.repeat(40), 'a'.repeat(40)];

onEachEngine('a machine that is given another secret than the first is told so, and keeps neither', async ({ db }) => {
  await holdToSecret(db, ours);
  await holdToSecret(db, ours);
  const fault = await holdToSecret(db, another).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(ConfigFault);
  expect(`${fault}`).toMatch(/SECRET is not the one/);
  expect(`${fault}`).not.toMatch(/ooo|aaa/);
  const kept = await db.read.selectFrom('setting').select('value').execute();
  expect(JSON.stringify(kept)).not.toMatch(/ooo|aaa/);
});

onEachEngine('of two that start an empty society at once with different secrets, one goes on', async ({ db }) => {
  const started = await Promise.allSettled([holdToSecret(db, ours), holdToSecret(db, another)]);
  expect(started.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

onEachEngine('where the secret is lost, whoever has the server has the next start take a new one', async ({ db }) => {
  await holdToSecret(db, ours);
  expect(await takeNewSecret(db, '2026-11-21T12:00:00.000Z')).toMatch(/second factors have to be set up anew/);
  await holdToSecret(db, another);
  await expect(holdToSecret(db, ours)).rejects.toThrow(ConfigFault);
  const log = await db.read.selectFrom('audit').select('action').execute();
  expect(log).toEqual([{ action: 'gave up the secret' }]);
});

onEachEngine(
  'a society that was opened empty once still opens as the demo when it is asked to',
  async ({ db }) => {
    await holdToSecret(db, ours);
    expect(await seedDemo(db, new Date('2026-11-21T12:00:00.000Z'))).toBe(true);
  },
  ['sqlite'],
);
