import { mayUse } from '#features/accounts/server/index.ts';
import { canBeCorrected, type Environment } from '#features/books/entry.ts';
import {
  entriesOf,
  findFirstOpenDay,
  type ListedEntry,
  offlineEntries,
  oldestDay,
  subscriptionSums,
  subscriptionsPaid,
  sumsOfYear,
  ticketsPaidByCard,
} from '#features/books/server/index.ts';
import { overviewOf, totalsOf } from '#features/books/totals.ts';
import { bookYear, requestedYear, startYearOf, yearsFrom } from '#features/books/year.ts';
import { allPlans } from '#features/membership/server/index.ts';
import { openDifferences } from '#features/payments/server/index.ts';
import { readSettings } from '#features/society/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { Reading } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { csvAnswer, csvMoment } from '#platform/server/http/csv-response.ts';
import type { PageRequest } from '#platform/server/http/page.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { notFound } from '#platform/server/http/refusal.ts';
import { today as dayOf } from '#platform/shared/dates.ts';
import { withOffset } from '#platform/shared/local-time.ts';
import { inPounds } from '#platform/shared/money.ts';
import { requestedPage } from '#platform/shared/paging.ts';
import type { Accounting, Afterwards, GetSubs, ListedPayment } from '../contract.ts';
import { differenceInWords } from '../differences.ts';
import { accountingPath, subscriptionsPath } from '../paths.ts';
import type { ChargeNames } from './charge-names.ts';
import { membersToName, showsToName } from './choices.ts';
import { afterwardsIn } from './refunds.ts';
import { yearStatus } from './years.ts';

const access = mayUse('get_subs');
const query = ['startyear'];

/** Half of what other lists have: the page has two of them, below its totals. */
const entriesAPage = 25;

/** What came in and went out in a year of the society's, and who has paid their subscription. */
export function accountingPages(
  { page, resource }: Platform,
  services: Pick<Services, 'environment' | 'square' | 'all'>,
): void {
  const { environment, all } = services;
  page(
    accountingPath,
    { type: 'accounting', access, query: [...query, 'page', 'tickets_page'] },
    async (visit): Promise<Accounting> => {
      const { db, today, visitor } = visit;
      const { span: year, ...named } = await yearOfVisit(visit, environment);
      const sums = await sumsOfYear(db, year);
      const shows = await showsToName(db, year);
      const titles = new Map(shows.map(({ id, title }) => [id, title]));
      const { timeZone } = await readSettings(db);
      const part = (name: string) => ({ page: requestedPage(visit.query, name), size: entriesAPage });
      const entered = await offlineEntries(db, year, part('page'));
      const tickets = await ticketsPaidByCard(db, year, part('tickets_page'));
      const paid = [...entered.entries, ...tickets.entries];
      const afterwardsOf = await afterwardsIn(db, services, { paid, from: year.from, today, visitor });
      const knownBy = await namesOf(db, all('chargeNames'), paid);
      const asListed = (entry: ListedEntry) =>
        listedPayment(entry, { titles, knownBy, afterwards: afterwardsOf(entry) });
      const { totals, transactions, refunds, ...parts } = overviewOf(sums, year.months, titles);
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
        },
        differences: (await openDifferences(db, environment)).map(({ id, found_at, provider_id, ...difference }) => ({
          ...differenceInWords(difference),
          ...{ id, found: dayOf(found_at, timeZone), square_id: provider_id },
        })),
        shows,
        ...parts,
        offline: entered.entries.map(asListed),
        page: entered.page,
        pages: entered.pages,
        tickets: tickets.entries.map(asListed),
        tickets_count: tickets.count,
        tickets_page: tickets.page,
        tickets_pages: tickets.pages,
        year_status: await yearStatus(visit, year),
        today,
      };
    },
  );

  page(subscriptionsPath, { type: 'get_subs', access, query }, async (visit): Promise<GetSubs> => {
    const { db, today, visitor } = visit;
    const { span: year, ...named } = await yearOfVisit(visit, environment);
    const paid = await subscriptionsPaid(db, year);
    const afterwardsOf = await afterwardsIn(db, services, { paid, from: year.from, today, visitor });
    const types: Record<string, number> = {};
    for (const { label, amount } of paid) types[label] = (types[label] ?? 0) + Math.sign(amount);
    return {
      type: 'get_subs',
      title: 'Get Subs',
      ...named,
      results: paid.map((entry) => ({
        id: entry.id,
        name: payerOf(entry),
        type: entry.label,
        date: entry.day,
        amount: entry.amount,
        fee: 0 - Number(entry.fees),
        source: entry.source,
        ...afterwardsOf(entry),
        corrects: entry.corrects !== null,
        corrected: isCorrected(entry),
      })),
      types,
      oldest_entry_year: named.years.at(-1)?.start ?? year.start,
      totals: totalsOf(await subscriptionSums(db, year)),
      plans: (await allPlans(db, today)).map(({ id, name, amount }) => ({ id, name, amount })),
      members: await membersToName(db),
      today,
    };
  });

  resource(`${subscriptionsPath}.csv`, { access, query }, async (visit) => {
    const { span: year } = await yearOfVisit(visit, environment);
    const lines = [
      ['date', 'who', 'plan', 'paid by', 'in', 'taken back', 'fee', 'given back', 'entry', 'takes back', 'Square'],
      ...(await subscriptionsPaid(visit.db, year)).toReversed().map((entry) => {
        const { day, label, source, amount, fees, refunds, id, corrects, square_id } = entry;
        const pounds = [...inAndOut(amount), inPounds(0 - Number(fees)), inPounds(0 - Number(refunds))];
        return [day, payerOf(entry), label, source, ...pounds, id, corrects ?? '', square_id ?? ''];
      }),
    ];
    return csvAnswer(`subscriptions-${year.start}.csv`, lines);
  });

  resource(`${accountingPath}.csv`, { access, query }, async (visit) => {
    const { span: year } = await yearOfVisit(visit, environment);
    const { timeZone } = await readSettings(visit.db);
    const titles = new Map((await showsToName(visit.db, year)).map(({ id, title }) => [id, title]));
    const lines = [
      ['date', 'kind', 'what for', 'show', 'who', 'paid by', 'in', 'out', 'entered', 'entry', 'takes back', 'Square'],
      ...(await entriesOf(visit.db, year)).toReversed().map((entry) => {
        const { day, kind, amount, source, at, id, corrects, square_id } = entry;
        const { label, show } = subjectOf(entry, titles);
        const what = [day, kind, label, show, payerOf(entry), source, ...inAndOut(amount)];
        return [...what, csvMoment(withOffset(at, timeZone)), id, corrects ?? '', square_id ?? ''];
      }),
    ];
    return csvAnswer(`accounting-${year.start}.csv`, lines);
  });
}

/** An amount in two columns, since a spreadsheet may take a leading minus for a formula. */
const inAndOut = (amount: number) => (amount > 0 ? [inPounds(amount), ''] : ['', inPounds(-amount)]);

/** The year that is asked for, and which there are. */
async function yearOfVisit({ db, query, today }: PageRequest, environment: Environment) {
  const { yearBegins } = await readSettings(db);
  const present = startYearOf(today, yearBegins);
  const year = { ...bookYear(requestedYear(query.get('startyear'), present) ?? notFound(), yearBegins), environment };
  const { start, name, from, until } = year;
  const open_from = (await findFirstOpenDay(db, environment)) ?? '';
  const oldest = startYearOf((await oldestDay(db, environment)) ?? today, yearBegins);
  const years = yearsFrom(oldest, Math.max(present, start)).map((one) => ({
    start: one,
    name: bookYear(one, yearBegins).name,
  }));
  return { span: year, year: start, year_name: name, from, until, environment, years, open_from };
}

/** Whoever paid, by the name that they have now. */
const payerOf = ({ payer_name, firstname, lastname }: ListedEntry) => payer_name || `${firstname} ${lastname}`.trim();

const isCorrected = ({ was_corrected }: ListedEntry) => Boolean(was_corrected);

function subjectOf({ about, label, show_id }: ListedEntry, titles: ReadonlyMap<string, string>) {
  return { label, show: about === 'tickets' ? '' : (titles.get(show_id) ?? '') };
}

/** The references of payments for tickets that have neither a member nor a name. */
async function namesOf(
  db: Reading,
  sources: readonly ChargeNames[],
  paid: readonly ListedEntry[],
): Promise<Map<Id, string>> {
  const ids = paid.filter(({ about }) => about === 'tickets').map(({ id, charge_id }) => charge_id ?? id);
  const names = new Map<Id, string>();
  for (const source of sources) for (const [id, name] of await source(db, ids)) names.set(id, name);
  return names;
}

const listedPayment = (
  entry: ListedEntry,
  {
    titles,
    knownBy,
    afterwards,
  }: { titles: ReadonlyMap<string, string>; knownBy: ReadonlyMap<Id, string>; afterwards: Afterwards },
): ListedPayment => ({
  id: entry.id,
  date: entry.day,
  ...subjectOf(entry, titles),
  name: payerOf(entry) || (knownBy.get(entry.charge_id ?? entry.id) ?? ''),
  amount: entry.amount,
  source: entry.source,
  kind: entry.kind,
  ...afterwards,
  corrects: entry.corrects !== null,
  corrected: isCorrected(entry),
  can_be_corrected: canBeCorrected({ ...entry, ...afterwards, corrected: isCorrected(entry) }),
});
