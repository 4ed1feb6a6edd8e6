import { isOnSiteSql, newestFirstSql, showsView } from '#features/archive/shows/server/index.ts';
import { canReverseEntry, type PaymentEnvironment } from '#features/money/ledger/entry.ts';
import {
  createFinancialYear,
  getStartYear,
  type LedgerPeriod,
  listYears,
  parseYear,
} from '#features/money/ledger/financial-year.ts';
import {
  findFirstOpenDay,
  findOldestEntryDay,
  formatPayerName,
  hasShowEntriesSql,
  iterateEntryBatches,
  type ListedEntry,
  listOfflineEntries,
  listSubscriptionPayments,
  listTicketCardPayments,
  loadLaterYearLookup,
  sumSubscriptionEntries,
  sumYearEntries,
} from '#features/money/ledger/server/index.ts';
import { buildLedgerOverview, calculateTotals, type EntrySum } from '#features/money/ledger/totals.ts';
import {
  type ChargedOrder,
  type ChargedOrderFinder,
  findChargedOrders,
  formatChargedOrder,
  listDismissedPayments,
  listOpenDifferences,
  listRefundIssues,
  paymentDismissedAction,
} from '#features/money/payments/server/index.ts';
import { receiptPath } from '#features/money/subscriptions/paths.ts';
import {
  findEndableYears,
  findOtherBeneficiaries,
  listMembershipYearEntryIds,
  listPaperMembers,
  listPlans,
} from '#features/money/subscriptions/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { listAuditEntriesAbout } from '#platform/server/audit/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import { createCsvResponse, formatCsvDateTime } from '#platform/server/http/response/csv-response.ts';
import type { FreshResponse } from '#platform/server/http/response/response-cache.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { addDays, toCalendarDate } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { formatPounds } from '#platform/shared/money.ts';
import { parsePageNumber } from '#platform/shared/tables/paging.ts';
import type { AccountingContent, AccountingEntry, GetSubsContent, RefundStatus } from '../contract.ts';
import { accountingPath, practiceProviderPath, subscriptionsPath } from '../paths.ts';
import { formatLedgerDifference } from './differences.ts';
import { listMemberChoices } from './enter-subscription.ts';
import { findOrderLinks, loadRefundStatusLookup } from './refunds.ts';
import { loadYearStatus } from './years.ts';

const access = mayUse('get_subs');
const query = ['startyear'];

/**
 * The number of entries on a page of a list. It is half the usual number, because Accounting shows two lists at once.
 */
const entriesPerPage = 25;

/** The maximum number of rows of each list when the page has the complete lists for printing. */
const maxEntriesPrinted = 20_000;

type PageServices = Pick<Services, 'environment' | 'paymentProvider' | 'practice' | 'all'>;

export function registerAccountingPages({ page, resource }: RouteRegistry, services: PageServices): void {
  page(
    accountingPath,
    { type: 'accounting', access, query: [...query, 'page', 'tickets_page', 'all'] },
    buildAccountingPage(services),
  );

  page(subscriptionsPath, { type: 'get_subs', access, query }, buildSubscriptionsPage(services));
  resource(`${subscriptionsPath}.csv`, { access, query }, exportSubscriptions(services));
  resource(`${accountingPath}.csv`, { access, query }, exportAccounts(services));
}

const buildAccountingPage =
  (services: PageServices) =>
  async (visit: PageRequest): Promise<AccountingContent> => {
    const { environment, all } = services;
    const { db, today, visitor } = visit;
    const { span: year, ...named } = await loadYear(visit, environment);
    const sums = await sumYearEntries(db, year);
    const shows = await listShowChoices(db, year);
    const titles = new Map(shows.map(({ id, title }) => [id, title]));
    const { timeZone } = await readSettings(db);
    // With `?all=1`, the page has the complete lists for printing
    const isWhole = visit.query.get('all') === '1';
    const part = (name: string) =>
      isWhole
        ? { page: 1, size: maxEntriesPrinted }
        : { page: parsePageNumber(visit.query, name), size: entriesPerPage };
    const entered = await listOfflineEntries(db, year, part('page'));
    const tickets = await listTicketCardPayments(db, year, part('tickets_page'));
    const paid = [...entered.entries, ...tickets.entries];
    const getRefundStatus = await loadRefundStatusLookup(db, services, { paid, today, visitor });
    const pages = await findOrderLinks(db, all, paid);
    const chargeNames = await loadChargeNames(db, all('chargeNames'), paid);
    const others = await findOtherBeneficiaries(db);
    const getLaterYear = await loadLaterYearLookup(db, environment, today);
    const toListed = (entry: ListedEntry) =>
      toAccountingEntry(entry, {
        ...{ titles, chargeNames, others, page: pages.get(entry.id) ?? '' },
        refundStatus: getRefundStatus(entry),
        correctionYear: getLaterYear('correction', entry.day),
      });
    const { totals, transactions, refunds, ...parts } = buildLedgerOverview(sums, year.months, titles);
    return {
      type: 'accounting',
      sub_type: 'full_year_overview',
      title: 'Accounting',
      ...named,
      totals: {
        total_transactions: transactions,
        total_refunds: refunds,
        total_amounts: totals.total,
        total_fees: totals.fees,
        total_refund_amounts: totals.refunds,
        total_net: totals.net,
        ...calculateCardTotals(sums),
      },
      differences: (await listOpenDifferences(db, environment)).map(({ id, found_at, provider_id, ...difference }) => ({
        ...formatLedgerDifference(difference),
        ...{ id, found: toCalendarDate(found_at, timeZone), square_id: provider_id },
        ...{ amount: difference.theirs ?? 0, can_dismiss: difference.what === 'unknown here' },
      })),
      dismissed: await loadDismissedPayments(db, { environment, timeZone }),
      refund_issues: await listRefundIssues(visit, services, { paidYears: await findEndableYears(db, today) }),
      shows,
      ...parts,
      offline: entered.entries.map(toListed),
      page: entered.page,
      pages: entered.pages,
      tickets: tickets.entries.map(toListed),
      tickets_count: tickets.count,
      tickets_page: tickets.page,
      tickets_pages: tickets.pages,
      practice_page: services.practice ? practiceProviderPath : '',
      year_status: await loadYearStatus(visit, year),
      today,
    };
  };

const buildSubscriptionsPage =
  (services: PageServices) =>
  async (visit: PageRequest): Promise<GetSubsContent> => {
    const { environment } = services;
    const { db, today, visitor } = visit;
    const { span: year, ...named } = await loadYear(visit, environment);
    const paid = await listSubscriptionPayments(db, year);
    const getRefundStatus = await loadRefundStatusLookup(db, services, { paid, today, visitor });
    const others = await findOtherBeneficiaries(db);
    const plans = await listPlans(db, today);
    return {
      type: 'get_subs',
      title: 'Get Subs',
      ...named,
      results: paid.map((entry) => ({
        id: entry.id,
        name: formatPayerName(entry),
        for_name: others.get(getChargeId(entry)) ?? '',
        type: entry.label,
        date: entry.day,
        amount: entry.amount,
        fee: 0 - Number(entry.fees),
        source: entry.source,
        ...getRefundStatus(entry),
        corrects: entry.corrects !== null,
        corrected: isCorrected(entry),
      })),
      types: await countSubscriptions(db, paid, plans),
      oldest_entry_year: named.years.at(-1)?.start ?? year.start,
      totals: calculateTotals(await sumSubscriptionEntries(db, year)),
      plans: plans.map(({ id, name, amount, first_amount }) => ({ id, name, amount, first_amount })),
      members: await listMemberChoices(db, today),
      today,
    };
  };

const exportSubscriptions =
  ({ environment }: PageServices) =>
  async (visit: PageRequest): Promise<FreshResponse> => {
    const { span: year } = await loadYear(visit, environment);
    const others = await findOtherBeneficiaries(visit.db);
    const lines = [
      ['date', 'who', 'for', 'plan', 'paid by', 'in', 'fee', 'refunded', 'entry', 'corrects', 'Square'],
      ...(await listSubscriptionPayments(visit.db, year)).toReversed().map((entry) => {
        const { day, label, source, amount, fees, refunds, id, corrects, square_id } = entry;
        const pounds = [formatPounds(amount), formatPounds(0 - Number(fees)), formatPounds(0 - Number(refunds))];
        const people = [formatPayerName(entry), others.get(getChargeId(entry)) ?? ''];
        return [day, ...people, label, source, ...pounds, id, corrects ?? '', square_id ?? ''];
      }),
    ];
    return createCsvResponse(`subscriptions-${year.start}.csv`, lines);
  };

const exportAccounts =
  ({ environment, all }: PageServices) =>
  async (visit: PageRequest): Promise<FreshResponse> => {
    const { span: year } = await loadYear(visit, environment);
    const { timeZone } = await readSettings(visit.db);
    const titles = new Map((await listShowChoices(visit.db, year)).map(({ id, title }) => [id, title]));
    const { by_show } = buildLedgerOverview(await sumYearEntries(visit.db, year), year.months, titles);
    const names = {
      shows: new Map(by_show.map(({ id, name }) => [id, name])),
      others: await findOtherBeneficiaries(visit.db),
    };
    async function* lines(): AsyncGenerator<string[]> {
      yield [
        ...['date', 'kind', 'what for', 'order or plan', 'show', 'who', 'for', 'paid by', 'in', 'out', 'reason'],
        ...['entered', 'entry', 'corrects', 'Square'],
      ];
      for await (const entries of iterateEntryBatches(visit.db, year)) {
        const orders = await loadChargeNames(visit.db, all('chargeNames'), entries);
        for (const entry of entries) {
          const { day, kind, source, at, id, corrects, square_id } = entry;
          const subject = formatSubjectColumns(entry, { ...names, orders });
          const what = [day, kind, ...subject, source, ...formatInAndOut(entry), entry.reason];
          yield [...what, formatCsvDateTime(formatIsoWithOffset(at, timeZone)), id, corrects ?? '', square_id ?? ''];
        }
      }
    }
    return createCsvResponse(`accounting-${year.start}.csv`, lines());
  };

/**
 * Formats an amount for the columns "in" and "out". A correction is negative and in the column of the corrected entry,
 * so that both columns add up to the totals on the screen.
 */
const formatInAndOut = ({ kind, amount }: ListedEntry) =>
  kind === 'charge' ? [formatPounds(amount), ''] : ['', formatPounds(0 - amount)];

/** Formats the columns about an entry's subject: purpose, order or plan, show, payer, and the person paid for. */
function formatSubjectColumns(
  entry: ListedEntry,
  {
    shows,
    orders,
    others,
  }: { shows: ReadonlyMap<Id, string>; orders: ReadonlyMap<Id, ChargedOrder>; others: ReadonlyMap<Id, string> },
): string[] {
  const { about, label, show_id } = entry;
  const order = orders.get(getChargeId(entry));
  const what = { subscription: 'Subscription', tickets: 'Tickets', front_of_house: label }[about];
  const which = about === 'subscription' ? label : (order?.ref ?? '');
  const who = formatPayerName(entry) || (order?.buyer ?? '');
  return [what, which, shows.get(show_id) ?? '', who, others.get(getChargeId(entry)) ?? ''];
}

/**
 * Loads the payments, refunds and disputes at Square that were dismissed as not ours, with the person and the reason
 * from the audit log.
 */
async function loadDismissedPayments(
  db: DbReader,
  { environment, timeZone }: { environment: PaymentEnvironment; timeZone: string },
): Promise<AccountingContent['dismissed']> {
  const dismissed: AccountingContent['dismissed'] = [];
  for (const { id, provider_id, pence, dismissed_at } of await listDismissedPayments(db, environment)) {
    const [entry] = await listAuditEntriesAbout(db, id, { action: paymentDismissedAction, count: 1 });
    dismissed.push({
      ...{ id, on: toCalendarDate(dismissed_at, timeZone), square_id: provider_id, amount: pence },
      ...{ by: entry?.actor_name ?? '', detail: entry?.detail ?? '' },
    });
  }
  return dismissed;
}

/**
 * Lists the shows that have entries, and those on the site that aren't cancelled and end no earlier than a year before
 * `from`, newest first.
 */
async function listShowChoices(
  db: DbReader,
  { from, environment }: Pick<LedgerPeriod, 'from' | 'environment'>,
): Promise<{ id: Id; title: string }[]> {
  const shows = await showsView(db)
    .where((show) =>
      show.or([
        show.and([isOnSiteSql, show('cancelled', '=', 0), show('date', '>=', addDays(from, -365))]),
        hasShowEntriesSql(show.ref('id'), environment),
      ]),
    )
    .orderBy(newestFirstSql)
    .execute();
  return shows.map(({ id, title }) => ({ id, title }));
}

/** Loads the requested year, the years to choose from, and the first open day ("" if no year is closed). */
async function loadYear({ db, query, today }: PageRequest, environment: PaymentEnvironment) {
  const { yearBegins } = await readSettings(db);
  const present = getStartYear(today, yearBegins);
  const year = {
    ...createFinancialYear(parseYear(query.get('startyear'), present) ?? refuseNotFound(), yearBegins),
    environment,
  };
  const { start, name, from, until } = year;
  const open_from = (await findFirstOpenDay(db, environment)) ?? '';
  const oldest = getStartYear((await findOldestEntryDay(db, environment)) ?? today, yearBegins);
  const years = listYears(oldest, Math.max(present, start)).map((first) => ({
    start: first,
    name: createFinancialYear(first, yearBegins).name,
  }));
  return { span: year, year: start, year_name: name, from, until, environment, years, open_from };
}

/** Returns true if `findReceipt` finds a receipt for the entry. */
const hasReceipt = (entry: ListedEntry) =>
  entry.about === 'subscription' && entry.kind !== 'fee' && entry.corrects === null && !isCorrected(entry);

const isCorrected = ({ was_corrected }: ListedEntry) => Boolean(was_corrected);

/**
 * Counts the subscriptions that were paid, by plan. Part payments aren't counted, nor payments that were corrected or
 * wholly refunded. A manual payment counts if it paid for a membership year. An erased account no longer has these
 * years, so its manual payments count once they add up to the plan's price.
 */
async function countSubscriptions(
  db: DbReader,
  paid: readonly ListedEntry[],
  plans: readonly { id: Id; amount: number; first_amount: number }[],
): Promise<Record<string, number>> {
  const yearEntries = await listMembershipYearEntryIds(db);
  const listed = new Set((await listPaperMembers(db)).map(({ id }) => id));
  const prices = new Map(plans.map(({ id, amount, first_amount }) => [id, Math.min(amount, first_amount)]));
  const partPaid = new Map<string, number>();
  const counts: Record<string, number> = {};
  // Oldest first, so that part payments add up in the order in which they were made
  for (const entry of paid.toReversed()) {
    const { id, corrects, amount, refunds, source, label, user_id, payer_id, plan_id } = entry;
    const left = amount + Number(refunds);
    if (corrects !== null || isCorrected(entry) || left <= 0) continue;
    if (source !== 'card' && !yearEntries.has(id)) {
      if (user_id !== null || listed.has(payer_id ?? '')) continue;
      const key = `${payer_id ?? id} ${plan_id}`;
      const sum = (partPaid.get(key) ?? 0) + left;
      const isWhole = sum >= (prices.get(plan_id) ?? 0);
      partPaid.set(key, isWhole ? 0 : sum);
      if (!isWhole) continue;
    }
    counts[label] = (counts[label] ?? 0) + 1;
  }
  return counts;
}

/** Loads the orders that payments for tickets belong to, by the id of the charge. */
async function loadChargeNames(
  db: DbReader,
  sources: readonly ChargedOrderFinder[],
  paid: readonly ListedEntry[],
): Promise<Map<Id, ChargedOrder>> {
  const ids = paid.filter(({ about }) => about === 'tickets').map(getChargeId);
  return findChargedOrders(sources, db, ids);
}

/**
 * Returns the id of an entry's charge: the charge that it belongs to or corrects, or the entry itself if it is a
 * charge.
 */
const getChargeId = ({ id, charge_id, corrects }: ListedEntry): Id => charge_id ?? corrects ?? id;

const findOrderName = (entry: ListedEntry, chargeNames: ReadonlyMap<Id, ChargedOrder>): string => {
  const charge = chargeNames.get(getChargeId(entry));
  return charge ? formatChargedOrder(charge) : '';
};

function calculateCardTotals(sums: readonly EntrySum[]) {
  const { totals, transactions, refunds } = buildLedgerOverview(
    sums.filter(({ source }) => source === 'card'),
    [],
  );
  return {
    card_transactions: transactions,
    card_refunds: refunds,
    card_amounts: totals.total,
    card_fees: totals.fees,
    card_refund_amounts: totals.refunds,
    card_net: totals.net,
  };
}

interface ListContext {
  /** Shows' titles by id. */
  titles: ReadonlyMap<string, string>;
  chargeNames: ReadonlyMap<Id, ChargedOrder>;
  /** The other people that subscriptions were paid for, by the id of the charge. */
  others: ReadonlyMap<Id, string>;
  /** The page of the entry's order; "" for none. */
  page: string;
  refundStatus: RefundStatus;
  correctionYear: string;
}

const toAccountingEntry = (
  entry: ListedEntry,
  { titles, chargeNames, others, page, refundStatus, correctionYear }: ListContext,
): AccountingEntry => ({
  id: entry.id,
  date: entry.day,
  label: entry.label,
  show: entry.about === 'tickets' ? '' : (titles.get(entry.show_id) ?? ''),
  name: formatPayerName(entry) || findOrderName(entry, chargeNames),
  for_name: others.get(getChargeId(entry)) ?? '',
  amount: entry.amount,
  source: entry.source,
  kind: entry.kind,
  ...refundStatus,
  corrects: entry.corrects !== null,
  corrected: isCorrected(entry),
  order_page: page,
  receipt_page: hasReceipt(entry) ? receiptPath(entry.id) : '',
  correction_year: correctionYear,
  reason: entry.reason,
  can_be_corrected: page === '' && canReverseEntry({ ...entry, ...refundStatus, corrected: isCorrected(entry) }),
});
