import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTemporaryFolder } from '#tests/support/site/engines.ts';
import type { DbTransaction } from '../core/database.ts';
import type { Tables } from '../core/schema.ts';
import { runInSavepoint } from './sqlite.ts';
import { createGroupCommit } from './writes.ts';

/** Creates a group commit on a disk whose flushes end when the test decides. */
function slowDisk() {
  const handle = new BetterSqlite(join(createTemporaryFolder(), 'a.sqlite'));
  onTestFinished(() => void handle.close());
  // The clock is stopped, so that waiting writes join even on a busy machine
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => clock.mockRestore());
  handle.exec('create table line (text text unique) strict');
  const turns: PromiseWithResolvers<void>[] = [];
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: handle }) });
  const write = createGroupCommit({
    transaction: (work) => db.transaction().execute(work),
    savepoint: (_, part) => runInSavepoint(handle, part),
    flush: () => {
      const turn = Promise.withResolvers<void>();
      turns.push(turn);
      return turn.promise;
    },
    open: 5,
  });
  const say = (text: string) => (tx: DbTransaction) => sql`insert into line (text) values (${text})`.execute(tx);
  const lines = () => handle.prepare('select text from line').pluck().all();
  /** Waits until the disk has been asked to flush this many times. */
  const flushes = (count: number) => expect.poll(() => turns.length).toBe(count);
  return { write, say, lines, turns, flushes };
}

const state = async (promise: Promise<unknown>) => Promise.race([promise.then(() => 'told'), 'waits']);

test('a write is confirmed only once it is on the disk, and other writes run in the meantime', async () => {
  const { write, say, lines, turns, flushes } = slowDisk();
  const first = write(say('first'));
  await flushes(1);
  const second = write(say('second'));
  await flushes(2);
  expect(lines()).toEqual(['first', 'second']);
  expect([await state(first), await state(second)]).toEqual(['waits', 'waits']);
  turns[0]?.resolve();
  await first;
  expect(await state(second)).toBe('waits');
  turns[1]?.resolve();
  await second;
});

test('a write whose flush fails is rejected', async () => {
  const { write, say, turns, flushes } = slowDisk();
  const both = [write(say('first')), write(say('second'))];
  const outcomes = Promise.allSettled(both);
  await flushes(1);
  for (const turn of turns) turn.reject(new Error('The disk has failed.'));
  for (const { status } of await outcomes) expect(status).toBe('rejected');
});

test('a failed write doesn’t fail the other writes in its transaction, whether it came first or joined', async () => {
  const { write, say, lines, turns, flushes } = slowDisk();
  const outcomes = Promise.allSettled(
    ['a', 'a', 'b', 'b', 'c'].map((text, at) => write(at === 0 ? () => Promise.reject(new Error('No.')) : say(text))),
  );
  await flushes(1);
  for (const turn of turns) turn.resolve();
  expect((await outcomes).map(({ status }) => status)).toEqual([
    ...['rejected', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
  ]);
  expect(lines()).toEqual(['a', 'b', 'c']);
});

test('a write that joined a rolled-back transaction is rejected, and the next write starts a new one', async () => {
  const { write, say, lines, turns, flushes } = slowDisk();
  const outcomes = Promise.allSettled([
    write((tx) => sql`rollback`.execute(tx)),
    write(say('joined')),
    write(say('next')),
  ]);
  await flushes(1);
  for (const turn of turns) turn.resolve();
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  expect(lines()).toEqual(['next']);
});
