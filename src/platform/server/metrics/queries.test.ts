import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { onEachEngine } from '#tests/support/site/engines.ts';
import { migrations } from '../../../migrations/index.ts';
import { openDatabase, write } from '../database/index.ts';
import { createQueryMonitor, type SlowQuery } from './queries.ts';

test('only a statement that takes as long as the threshold or longer is logged, with its duration and without values', () => {
  const slow: SlowQuery[] = [];
  const queries = createQueryMonitor(100);
  queries.onSlowQuery((query) => slow.push(query));
  queries.record({ ms: 99.9, sql: 'select 1' });
  queries.record({ ms: 100.4, sql: "select *\n  from person where name = ? and role = 'it''s Ruth' limit 3" });
  expect(slow).toEqual([{ ms: 100, sql: "select * from person where name = ? and role = '…' limit 3" }]);
  expect(queries.slow()).toBe(1);
  const silent = createQueryMonitor(0);
  silent.onSlowQuery((query) => slow.push(query));
  silent.record({ ms: 60_000, sql: 'select 1' });
  expect(slow).toHaveLength(1);
});

onEachEngine('the log of slow statements contains no values', async ({ place }) => {
  const slow: SlowQuery[] = [];
  // The threshold is so low that every statement exceeds it
  const queries = createQueryMonitor(1e-9);
  const db = await openDatabase({ ...place, onQuery: queries.record }, migrations);
  onTestFinished(() => db.close());
  queries.onSlowQuery((query) => slow.push(query));
  await sql`select ${'Ruth Calloway'} as who`.execute(db.read);
  await write(db, (tx) => sql`select ${'Dee Moss'} as who`.execute(tx));
  expect(slow.length).toBeGreaterThan(1);
  expect(slow.map((query) => query.sql).join('\n')).toMatch(/select (\+\?|\$1) as who/);
  expect(JSON.stringify(slow)).not.toMatch(/Ruth|Dee/);
});
