import { expect } from 'vitest';
import { onEachEngine } from '#tests/support/site/engines.ts';
import { newId } from '../crypto/ids.ts';
import { type Database, write } from '../database/index.ts';
import { recordAudit } from './index.ts';
import { anonymiseAuditEntries, defineNetworkAddressRetentionJob } from './record.ts';

const ruth = {
  id: 'ruthruthruthruth',
  email: 'ruth@players.example',
  phone: '',
  name: 'Ruth Marsh',
  names: ['Ruth Marsh'],
};
const dee = { id: 'deedeedeedeedee1', name: 'Dee Moss' };

const record = (db: Database, entry: Omit<Parameters<typeof recordAudit>[1], 'id'>) =>
  write(db, (tx) => recordAudit(tx, { id: newId(), ...entry }));
const all = (db: Database) => db.read.selectFrom('audit').selectAll().orderBy('at').execute();

onEachEngine(
  'an audit entry loses its network address after ninety days, but keeps the actor’s name',
  async ({ db }) => {
    const clock = () => new Date('2026-11-21T12:00:00.000Z');
    const before = {
      at: '2026-08-23T11:59:59.999Z',
      actor: dee,
      action: 'account.signed_in' as const,
      address: '192.0.2.7',
    };
    for (let n = 0; n < 3; n += 1) await record(db, before);
    await record(db, { ...before, at: '2026-08-23T12:00:00.000Z' });
    await defineNetworkAddressRetentionJob({ db, clock }).run({
      key: '',
      payload: {},
      signal: new AbortController().signal,
    });
    expect((await all(db)).map(({ address }) => address)).toEqual(['', '', '', '192.0.2.7']);
    expect((await all(db)).map(({ actor_name }) => actor_name)).toEqual(Array(4).fill('Dee Moss'));
  },
);

onEachEngine('erasing a user anonymises their audit entries, but keeps the actions', async ({ db }) => {
  const at = '2026-11-21T12:00:00.000Z';
  await record(db, { at, actor: ruth, action: 'account.signed_in', subject: ruth.id, address: '192.0.2.7' });
  await record(db, {
    at,
    actor: dee,
    action: 'registration.approved',
    subject: ruth.id,
    detail: 'Ruth Marsh',
    address: '192.0.2.8',
  });
  await record(db, {
    at,
    actor: dee,
    action: 'invitation.sent',
    detail: 'Ruth Marsh, RUTH@players.example, as member',
  });
  await record(db, { at, actor: dee, action: 'show.changed', detail: 'Hamlet' });
  await write(db, (tx) => anonymiseAuditEntries(tx, ruth));
  const left = await all(db);
  expect(JSON.stringify(left)).not.toMatch(/ruth|Marsh|192\.0\.2\.7/i);
  expect(left.map(({ actor_name, action, detail }) => [actor_name, action, detail]).sort()).toEqual([
    ['Dee Moss', 'invitation.sent', ''],
    ['Dee Moss', 'registration.approved', ''],
    ['Dee Moss', 'show.changed', 'Hamlet'],
    ['an erased account', 'account.signed_in', ''],
  ]);
});

onEachEngine('permission to erase audit entries allows no other change to them', async ({ db }) => {
  await record(db, {
    at: '2026-11-21T12:00:00.000Z',
    actor: dee,
    action: 'show.changed',
    detail: 'Hamlet',
    address: '192.0.2.7',
  });
  const before = await all(db);
  const refused = 'rows of audit are added, and never changed';
  const lies = [
    { detail: 'Macbeth' },
    { actor_name: 'Ann Hale' },
    { actor_name: '' },
    { action: '' },
    { address: '192.0.2.9' },
  ];
  for (const lie of [...lies, { at: '2026-11-20T12:00:00.000Z' }, { id: 'another000000001' }]) {
    const changing = write(db, async (tx) => {
      await tx.insertInto('audit_forgetting').values({ id: 'forgetting' }).execute();
      await tx.updateTable('audit').set(lie).execute();
    });
    await expect(changing).rejects.toThrow(refused);
  }
  await expect(write(db, (tx) => tx.updateTable('audit').set({ address: '' }).execute())).rejects.toThrow(refused);
  expect(await all(db)).toEqual(before);
});
