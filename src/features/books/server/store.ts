import { sql } from 'kysely';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { Reading } from '#platform/server/database/index.ts';
import type { Sum } from '../totals.ts';
import type { BookYear } from '../year.ts';

type Days = Pick<BookYear, 'from' | 'until'>;

const inYear = (db: Reading, { from, until }: Days) =>
  db.selectFrom('entry').where('entry.day', '>=', from).where('entry.day', '<=', until);

type Entries = ReturnType<typeof inYear>;

/** Entries that are alike are added up by the database; of what a society enters in a year some hundred rows are left. */
async function sumsOf(entries: Entries): Promise<Sum[]> {
  const rows = await entries
    .select(({ fn, cast, val }) => [
      fn<string>('substr', ['day', val(1), val(7)]).as('month'),
      ...(['about', 'plan_id', 'show_id', 'label', 'kind', 'source'] as const),
      sql<string>`cast(sum(case when (kind = 'charge') = (amount > 0) then 1 else -1 end) as text)`.as('count'),
      cast<string>(fn.sum('amount'), 'text').as('amount'),
      fn.max('day').as('last_day'),
    ])
    .groupBy(['month', 'about', 'plan_id', 'show_id', 'label', 'kind', 'source'])
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count), amount: Number(row.amount) }));
}

export const sumsOfYear = (db: Reading, year: Days): Promise<Sum[]> => sumsOf(inYear(db, year));

/** Everything that was ever entered for a show. */
export const showSums = (db: Reading, showId: Id): Promise<Sum[]> =>
  sumsOf(db.selectFrom('entry').where('show_id', '=', showId));

export const findEntry = (db: Reading, id: Id) =>
  db.selectFrom('entry').selectAll().where('id', '=', id).executeTakeFirst();

/** What somebody has paid. */
export const paidBy = (db: Reading, { userId, names }: { userId: Id; names: readonly string[] }) =>
  db
    .selectFrom('entry')
    .innerJoin('payer', 'payer.id', 'entry.payer_id')
    .select(['entry.id', 'entry.day', 'entry.kind', 'entry.label', 'entry.amount', 'entry.source'])
    .where((payer) =>
      payer.or([payer('payer.user_id', '=', userId), ...names.map((own) => payer('payer.name', '=', own))]),
    )
    .orderBy('entry.day')
    .orderBy('entry.at')
    .orderBy('entry.id')
    .execute();
