import { type Expression, type SqlBool, sql } from 'kysely';
import { usersView } from '#features/society/accounts/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { PersonalData } from '#platform/server/feature/personal-data.ts';
import type { CalendarDate } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { countPages } from '#platform/shared/tables/paging.ts';
import { type FrontOfHouseItem, type PaymentEnvironment, paymentSourceLabels } from '../entry.ts';
import type { LedgerPeriod } from '../financial-year.ts';
import type { EntrySum } from '../totals.ts';
import { deleteReasonsMentioningPerson } from './entry-notes.ts';
import { listChargeBalances } from './post-entry.ts';
import type { EntryTable } from './tables.ts';

/** Selects payers with their account, including an account opened after the payment. */
const selectPayers = (db: DbReader) =>
  db
    .selectFrom('payer')
    .select(({ fn }) => ['payer.id', 'payer.name', fn.coalesce('payer.user_id', 'payer.account_id').as('user_id')]);

const selectYear = (db: DbReader, { environment, from, until }: LedgerPeriod) =>
  db
    .selectFrom('entry')
    .where('entry.environment', '=', environment)
    .where('entry.day', '>=', from)
    .where('entry.day', '<=', until);

type EntryQuery = ReturnType<typeof selectYear>;

/**
 * Adds up the entries of each day that have the same subject, kind and payment method. Adding them up by month would
 * take several times as long, because the index is by day.
 */
async function sumEntries(entries: EntryQuery): Promise<EntrySum[]> {
  const rows = await entries
    .select(({ fn, cast }) => [
      ...(['day', 'about', 'plan_id', 'show_id', 'label', 'kind', 'source'] as const),
      sql<string>`cast(sum(case when (kind = 'charge') = (amount > 0) then 1 else -1 end) as text)`.as('count'),
      cast<string>(fn.sum('amount'), 'text').as('amount'),
    ])
    .groupBy(['day', 'about', 'plan_id', 'show_id', 'label', 'kind', 'source'])
    .execute();
  return rows.map(({ day, count, amount, ...row }) => ({
    ...row,
    month: day.slice(0, 7),
    last_day: day,
    count: Number(count),
    amount: Number(amount),
  }));
}

export const sumYearEntries = (db: DbReader, year: LedgerPeriod): Promise<EntrySum[]> =>
  sumEntries(selectYear(db, year));

export const sumSubscriptionEntries = (db: DbReader, year: LedgerPeriod): Promise<EntrySum[]> =>
  sumEntries(selectYear(db, year).where('about', '=', 'subscription'));

export const sumShowEntries = (db: DbReader, showId: Id, environment: PaymentEnvironment): Promise<EntrySum[]> =>
  sumEntries(db.selectFrom('entry').where('entry.environment', '=', environment).where('show_id', '=', showId));

/** Finds the day of the oldest entry. Undefined if there is none. */
export async function findOldestEntryDay(
  db: DbReader,
  environment: PaymentEnvironment,
): Promise<CalendarDate | undefined> {
  const oldest = await db
    .selectFrom('entry')
    .select('day')
    .where('environment', '=', environment)
    .orderBy('day')
    .limit(1)
    .executeTakeFirst();
  return oldest?.day;
}

/** Returns an SQL condition that is true if there is any entry for a show. */
export const hasShowEntriesSql = (showId: Expression<string>, environment: PaymentEnvironment) =>
  sql<SqlBool>`exists (select 1 from ${sql.table('entry')} where entry.show_id = ${showId} and entry.environment = ${environment})`;

async function countEntries(entries: EntryQuery): Promise<number> {
  const counted = entries.select((entry) => entry.cast<string>(entry.fn.countAll(), 'text').as('count'));
  return Number((await counted.executeTakeFirstOrThrow()).count);
}

/** Selects entries with their payer, note, refunds and fees, and whether they were reversed, latest first. */
const selectListed = (db: DbReader, entries: EntryQuery) =>
  entries
    .leftJoin(selectPayers(db).as('payer'), 'payer.id', 'entry.payer_id')
    .leftJoin(usersView(db).as('user'), 'user.id', 'payer.user_id')
    .leftJoin('entry as contrary', 'contrary.corrects', 'entry.id')
    .leftJoin('entry_note as note', 'note.entry_id', 'entry.id')
    .selectAll('entry')
    .select(({ eb, selectFrom, fn, val }) => {
      const since = (kind: 'fee' | 'refund') =>
        selectFrom('entry as since')
          .select((sum) => sum.cast<string>(sum.fn.coalesce(sum.fn.sum('since.amount'), sum.val(0)), 'text').as('sum'))
          .whereRef('since.charge_id', '=', 'entry.id')
          .where('since.kind', '=', kind);
      return [
        'payer.user_id',
        'user.status as user_status',
        fn.coalesce('payer.name', val('')).as('payer_name'),
        fn.coalesce('user.firstname', val('')).as('firstname'),
        fn.coalesce('user.lastname', val('')).as('lastname'),
        fn.coalesce('note.reason', val('')).as('reason'),
        eb('contrary.id', 'is not', null).as('was_corrected'),
        since('fee').as('fees'),
        since('refund').as('refunds'),
      ];
    })
    .orderBy('entry.day', 'desc')
    .orderBy('entry.at', 'desc')
    .orderBy('entry.id');

export type ListedEntry = Awaited<ReturnType<typeof listSubscriptionPayments>>[number];

/** Formats the payer's present name; "" if unknown. */
export const formatPayerName = ({
  payer_name,
  firstname,
  lastname,
}: Pick<ListedEntry, 'payer_name' | 'firstname' | 'lastname'>): string =>
  payer_name || `${firstname} ${lastname}`.trim();

/** Lists the payments for subscriptions in a period, and their reversals, latest first. */
export const listSubscriptionPayments = (db: DbReader, year: LedgerPeriod) =>
  selectListed(
    db,
    selectYear(db, year).where('entry.about', '=', 'subscription').where('entry.kind', '=', 'charge'),
  ).execute();

/** Lists the payments for subscriptions, the donations, and their reversals in a period, latest first. */
export const listSubscriptionsAndDonations = (db: DbReader, year: LedgerPeriod) =>
  selectListed(
    db,
    selectYear(db, year)
      .where('entry.kind', '=', 'charge')
      .where(({ or, and, eb }) =>
        or([
          eb('entry.about', '=', 'subscription'),
          and({ 'entry.about': 'front_of_house', 'entry.label': 'Donations' satisfies FrontOfHouseItem }),
        ]),
      ),
  ).execute();

/** The requested page of a list, from 1, and the number of entries on a page. */
interface PageSelection {
  page: number;
  size: number;
}

/**
 * Loads a page of entries, latest first, with the page's number, the number of pages and the number of all entries.
 * Instead of a page after the last, loads the last page.
 */
async function loadPage(db: DbReader, entries: () => EntryQuery, { page, size }: PageSelection) {
  const count = await countEntries(entries());
  const pages = countPages(count, size);
  const shown = Math.min(page, pages);
  const some = await selectListed(db, entries())
    .limit(size)
    .offset((shown - 1) * size)
    .execute();
  return { entries: some, page: shown, pages, count };
}

/** Loads a page of a year's entries that didn't go through Square. */
export const listOfflineEntries = (db: DbReader, year: LedgerPeriod, part: PageSelection) =>
  loadPage(db, () => selectYear(db, year).where('entry.source', '<>', 'card'), part);

/** Lists the subscription payments of people without an account, latest first. Reversed payments are left out. */
export const listSubscriptionPaymentsWithoutAccount = (db: DbReader, environment: PaymentEnvironment) =>
  selectListed(
    db,
    db
      .selectFrom('entry')
      .where('entry.environment', '=', environment)
      .where('entry.about', '=', 'subscription')
      .where('entry.kind', '=', 'charge'),
  )
    .where('payer.name', '<>', '')
    .where('entry.corrects', 'is', null)
    .where('contrary.id', 'is', null)
    .execute();

export const listTicketCardPayments = (db: DbReader, year: LedgerPeriod, part: PageSelection) =>
  loadPage(
    db,
    () =>
      selectYear(db, year)
        .where('entry.about', '=', 'tickets')
        .where('entry.kind', '=', 'charge')
        .where('entry.source', '=', 'card'),
    part,
  );

/** The number of entries that one statement reads, in a few milliseconds. */
const batchSize = 500;

/**
 * Yields all entries of a year, starting with the oldest. They come in batches, because there may be tens of thousands.
 */
export async function* iterateEntryBatches(db: DbReader, year: LedgerPeriod): AsyncGenerator<ListedEntry[]> {
  let last: ListedEntry | undefined;
  do {
    const ids = selectEntriesAfter(db, year, last)
      .select('entry.id')
      .orderBy('entry.day')
      .orderBy('entry.at')
      .orderBy('entry.id', 'desc')
      .limit(batchSize);
    const batch = (await selectListed(db, db.selectFrom('entry').where('entry.id', 'in', ids)).execute()).toReversed();
    yield batch;
    last = batch.length === batchSize ? batch.at(-1) : undefined;
  } while (last);
}

/** Selects the entries of a year after `last`, or all entries of the year if there is no `last`. */
function selectEntriesAfter(db: DbReader, year: LedgerPeriod, last: ListedEntry | undefined): EntryQuery {
  if (!last) return selectYear(db, year);
  const { day, at, id } = last;
  return selectYear(db, { ...year, from: day }).where(({ eb, or, and }) =>
    or([eb('entry.day', '>', day), eb('entry.at', '>', at), and([eb('entry.at', '=', at), eb('entry.id', '<', id)])]),
  );
}

/**
 * Finds a payment or refund of a subscription with its payer. Undefined for fees, reversals and reversed entries.
 */
export const findReceipt = (db: DbReader, id: Id, environment: PaymentEnvironment) =>
  selectListed(
    db,
    db
      .selectFrom('entry')
      .where('entry.environment', '=', environment)
      .where('entry.id', '=', id)
      .where('entry.about', '=', 'subscription')
      .where('entry.kind', '<>', 'fee')
      .where('entry.corrects', 'is', null),
  )
    .where('contrary.id', 'is', null)
    .executeTakeFirst();

export const findEntry = (db: DbReader, id: Id, environment: PaymentEnvironment) =>
  db.selectFrom('entry').selectAll().where('id', '=', id).where('environment', '=', environment).executeTakeFirst();

/** Finds the id of the payer's account. Undefined if the payer has none, or isn't known. */
export async function findPayingUserId(db: DbReader, entryId: Id): Promise<Id | undefined> {
  const payer = await db
    .selectFrom('entry')
    .innerJoin(selectPayers(db).as('payer'), 'payer.id', 'entry.payer_id')
    .select('payer.user_id')
    .where('entry.id', '=', entryId)
    .executeTakeFirst();
  return payer?.user_id ?? undefined;
}

/** Returns the name of the person who made a payment, with or without an account; "" if it isn't known. */
export async function findPayerName(db: DbReader, entryId: Id): Promise<string> {
  const payer = await db
    .selectFrom('entry')
    .innerJoin(selectPayers(db).as('payer'), 'payer.id', 'entry.payer_id')
    .leftJoin(usersView(db).as('user'), 'user.id', 'payer.user_id')
    .select(['payer.name', 'user.firstname', 'user.lastname'])
    .where('entry.id', '=', entryId)
    .executeTakeFirst();
  return payer ? payer.name || `${payer.firstname ?? ''} ${payer.lastname ?? ''}`.trim() : '';
}

/** Lists a member's subscription payments and refunds, latest first. Reversed entries are left out. */
export const listReceipts = (db: DbReader, userId: Id, environment: PaymentEnvironment) =>
  db
    .selectFrom('entry')
    .innerJoin(selectPayers(db).as('payer'), 'payer.id', 'entry.payer_id')
    .leftJoin('entry as contrary', 'contrary.corrects', 'entry.id')
    .selectAll('entry')
    .where('payer.user_id', '=', userId)
    .where('entry.environment', '=', environment)
    .where('entry.about', '=', 'subscription')
    .where('entry.kind', '<>', 'fee')
    .where('entry.corrects', 'is', null)
    .where('contrary.id', 'is', null)
    .orderBy('entry.day', 'desc')
    .orderBy('entry.at', 'desc')
    .orderBy('entry.id')
    .execute();

/**
 * Lists the subscription payments of a member, or of a payer without an account, latest first. Payments that were
 * reversed or wholly refunded are left out. `left` is the pence that weren't refunded.
 */
export async function listSubscriptionPaymentsByPayer(
  db: DbReader,
  payer: { userId: Id } | { payerId: Id },
  { planId, environment }: { planId?: Id; environment?: PaymentEnvironment } = {},
): Promise<(Pick<EntryTable, 'id' | 'day' | 'at' | 'source' | 'amount'> & { left: number })[]> {
  const charges = await db
    .selectFrom('entry')
    .innerJoin(selectPayers(db).as('payer'), 'payer.id', 'entry.payer_id')
    .select(['entry.id', 'entry.day', 'entry.at', 'entry.source', 'entry.amount'])
    .where('entry.about', '=', 'subscription')
    .where((entry) =>
      entry.and({
        ...(environment && { 'entry.environment': environment }),
        ...(planId && { 'entry.plan_id': planId }),
      }),
    )
    .where('entry.kind', '=', 'charge')
    .where('entry.corrects', 'is', null)
    .where('userId' in payer ? 'payer.user_id' : 'payer.id', '=', 'userId' in payer ? payer.userId : payer.payerId)
    .orderBy('entry.day', 'desc')
    .orderBy('entry.at', 'desc')
    .orderBy('entry.id')
    .execute();
  const left = await listChargeBalances(
    db,
    charges.map(({ id }) => id),
  );
  const leftOf = new Map(left.map(({ id, charged, refunded }) => [id, charged - refunded]));
  return charges.flatMap((charge) => {
    const remaining = leftOf.get(charge.id) ?? 0;
    return remaining > 0 ? [{ ...charge, left: remaining }] : [];
  });
}

export async function findPayerId(db: DbReader, entryId: Id): Promise<Id | undefined> {
  const entry = await db.selectFrom('entry').select('payer_id').where('id', '=', entryId).executeTakeFirst();
  return entry?.payer_id ?? undefined;
}

/**
 * Lists the payments of a person who has this account or one of these names, with their refunds, fees and reversals,
 * oldest first.
 */
const listPaymentsByPayer = (db: DbReader, { userId, names }: { userId: Id; names: readonly string[] }) =>
  db
    .selectFrom('entry')
    .innerJoin(selectPayers(db).as('payer'), 'payer.id', 'entry.payer_id')
    .select(['entry.id', 'entry.day', 'entry.kind', 'entry.label', 'entry.amount', 'entry.source'])
    .where((payer) =>
      payer.or([payer('payer.user_id', '=', userId), ...names.map((own) => payer('payer.name', '=', own))]),
    )
    .orderBy('entry.day')
    .orderBy('entry.at')
    .orderBy('entry.id')
    .execute();

/**
 * A person's payments. The society must keep its accounts, so the entries stay. Erasure replaces the payer's name with
 * `shownName`, and deletes the reasons of refunds and corrections that mention the person.
 */
export const ledgerPersonalData: PersonalData = {
  name: 'payments',
  tables: ['entry', 'payer', 'entry_note'],
  about: async (db, { id, names }) =>
    (await listPaymentsByPayer(db, { userId: id, names })).map(({ day, kind, label, amount, source }) => ({
      ...{ day, kind, about: label, amount: formatMoney(amount), by: paymentSourceLabels[source] },
    })),
  erase: async (tx, { id, email, names }, { shownName }) => {
    await deleteReasonsMentioningPerson(tx, { email, names });
    await tx
      .updateTable('payer')
      .set({ user_id: null, account_id: null, name: shownName })
      .where((payer) =>
        payer.or([
          payer('user_id', '=', id),
          payer('account_id', '=', id),
          ...names.map((own) => payer('name', '=', own)),
        ]),
      )
      .execute();
  },
};
