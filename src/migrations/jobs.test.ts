import { expect } from 'vitest';
import { type Database, openDatabase, write } from '#platform/server/database/index.ts';
import { findDelivery } from '#platform/server/mail/index.ts';
import { onEachEmptyPlace } from '#tests/support/engines.ts';
import { migrations } from './index.ts';

const noon = '2026-11-20T12:00:00.000Z';
const later = '2026-11-21T12:00:00.000Z';
const step = migrations.findIndex(([name]) => name === '0032-jobs');

/** Rows of that time: the columns of today aren't there yet. */
type Into = (table: string, row: object) => Promise<unknown>;

async function plant(into: Into): Promise<void> {
  const mail = { to: 'ann@x.example', subject: 'Hello', text: 'Hello', created_at: noon, attempts: 1 };
  const waiting = { ...mail, status: 'waiting', next_attempt_at: later };
  await into('mail', { id: 'waits', idempotency_key: '1', ...waiting, last_error: 'ETIMEDOUT' });
  await into('mail', { id: 'inHand', idempotency_key: '2', ...waiting, in_hand: 1 });
  const gone = { next_attempt_at: later, sent_at: later };
  await into('mail', { id: 'sent', idempotency_key: '3', ...mail, status: 'sent', ...gone });
  const lost = { ...mail, status: 'failed', next_attempt_at: later, last_error: 'EENVELOPE 550' };
  await into('mail', { id: 'lost', idempotency_key: '4', ...lost });
  await into('mail', { id: 'letGo', idempotency_key: '5', ...lost, let_go: 1 });
  const user = { firstname: 'Ann', lastname: 'Hale', email: 'ann@x.example', email_key: 'ann@x.example' };
  await into('user', { id: 'ann', ...user, role: 'member', status: 'deactivated', created_at: noon, updated_at: noon });
  await into('erasure', { user_id: 'ann', shown_as: 'member', asked_at: noon, due_at: later });
}

onEachEmptyPlace('what waited, left, failed or was left at that is so afterwards, too', async ({ place }) => {
  const before: Database = await openDatabase(place, migrations.slice(0, step));
  await write(before, (tx) =>
    plant((table, row) =>
      tx
        .insertInto(table as 'mail')
        .values(row as never)
        .execute(),
    ),
  );
  await before.close();
  const db = await openDatabase(place, migrations);
  const became = async (id: string) => {
    const { status, attempts, due, last_error, dismissed, finished_at } = (await findDelivery(db.read, id)) ?? {};
    return [status, attempts, due, last_error, dismissed, finished_at];
  };
  expect(await became('waits')).toEqual(['waiting', 1, later, 'ETIMEDOUT', 0, null]);
  expect(await became('inHand')).toEqual(['waiting', 1, later, '', 0, null]);
  expect(await became('sent')).toEqual(['done', 1, later, '', 0, later]);
  expect(await became('lost')).toEqual(['failed', 1, later, 'EENVELOPE 550', 0, later]);
  expect(await became('letGo')).toEqual(['failed', 1, later, 'EENVELOPE 550', 1, later]);
  const erasures = await db.read.selectFrom('job').selectAll().where('kind', '=', 'erase-account').execute();
  expect(erasures).toMatchObject([
    { key: `ann ${later}`, payload: '{"user":"ann"}', status: 'waiting', due: later, attempts: 0 },
  ]);
  await db.close();
});
