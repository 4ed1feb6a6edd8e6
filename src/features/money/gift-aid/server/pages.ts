import type { PaymentEnvironment } from '#features/money/ledger/entry.ts';
import { createFinancialYear, getStartYear } from '#features/money/ledger/financial-year.ts';
import {
  formatPayerName,
  listChargeBalances,
  listSubscriptionsAndDonations,
} from '#features/money/ledger/server/index.ts';
import { sumPendingRefunds } from '#features/money/payments/server/index.ts';
import {
  findOtherBeneficiaries,
  listPlans,
  loadOthersPartPaymentCheck,
} from '#features/money/subscriptions/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import { createCsvResponse } from '#platform/server/http/response/csv-response.ts';
import type { FreshResponse } from '#platform/server/http/response/response-cache.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { calendarDate } from '#platform/shared/calls/schemas.ts';
import { type CalendarDate, toCalendarDate } from '#platform/shared/dates/dates.ts';
import { formatPounds } from '#platform/shared/money.ts';
import type { GiftAidScheduleContent, GiftAidScheduleRow } from '../contract.ts';
import {
  buildGiftAidSchedule,
  calculateGiftAid,
  type ExclusionReason,
  exclusionReasonLabels,
  formatScheduleRow,
  type GiftAidPayment,
  giftAidPath,
  scheduleHeadings,
} from '../schedule.ts';
import { listDeclarations } from './declarations.ts';

const access = mayUse('get_subs');
const query = ['from', 'until'];

/** The maximum number of payments in each table on the screen. The CSV file has all that can be claimed. */
const maxListed = 100;

export function registerGiftAidPages(
  { page, resource }: RouteRegistry,
  { environment }: Pick<Services, 'environment'>,
): void {
  page(giftAidPath, { type: 'gift_aid', access, query }, buildSchedulePage(environment));

  // The file contains the home addresses of many people, so it requires re-authentication
  resource(`${giftAidPath}.csv`, { access, query, requiresReauthentication: true }, exportSchedule(environment));
}

const buildSchedulePage =
  (environment: PaymentEnvironment) =>
  async (visit: PageRequest): Promise<GiftAidScheduleContent> => {
    const { open, days, days_error, lines, leftOut, declared, plans } = await loadSchedule(visit, environment);
    const total = sumOf(lines.map(({ paid }) => paid));
    const reasons = Map.groupBy(leftOut, ({ why }) => why);
    return {
      type: 'gift_aid',
      title: 'Gift Aid',
      open,
      ...days,
      days_error,
      count: lines.length,
      lines: lines.slice(0, maxListed).map(({ paid }) => toScheduleRow(paid)),
      total,
      reclaimed: calculateGiftAid(total),
      left_out: (Object.keys(exclusionReasonLabels) as ExclusionReason[]).flatMap((why) => {
        const excluded = (reasons.get(why) ?? []).map(({ paid }) => paid);
        const payments = excluded.slice(0, maxListed).map(toScheduleRow);
        return excluded.length === 0 ? [] : [{ why, count: excluded.length, total: sumOf(excluded), payments }];
      }),
      declared: declared.filter(({ ended_on }) => ended_on === '').length,
      plans: plans.map(({ name }) => name),
    };
  };

const exportSchedule =
  (environment: PaymentEnvironment) =>
  async (visit: PageRequest): Promise<FreshResponse> => {
    const { days, days_error, lines } = await loadSchedule(visit, environment);
    if (days_error !== '') refuse(400, days_error);
    const rows = lines.map((line) => formatScheduleRow({ ...line, amount: formatPounds(line.paid.pence) }));
    return createCsvResponse(`gift-aid-${days.from}-to-${days.until}.csv`, [[...scheduleHeadings], ...rows]);
  };

/** Builds the schedule for the days in the query; by default, from the start of the financial year until today. */
async function loadSchedule({ db, query: searchParams, today }: PageRequest, environment: PaymentEnvironment) {
  const { giftAid, timeZone, yearBegins } = await readSettings(db);
  const day = (name: string, fallback: CalendarDate) => calendarDate.catch(fallback).parse(searchParams.get(name));
  const days = {
    from: day('from', createFinancialYear(getStartYear(today, yearBegins), yearBegins).from),
    until: day('until', today),
  };
  const plans = (await listPlans(db, today)).filter((plan) => plan.gift_aid);
  const declared = (await listDeclarations(db)).map((row) => ({
    ...row,
    declared_on: toCalendarDate(row.declared_at, timeZone),
    ended_on: row.ended_at === null ? ('' as const) : toCalendarDate(row.ended_at, timeZone),
  }));
  // Reversals aren't payments
  const entered = (await listSubscriptionsAndDonations(db, { ...days, environment })).filter(
    ({ corrects }) => corrects === null,
  );
  const forOthers = await findOtherBeneficiaries(db);
  const ids = entered.map(({ id }) => id);
  const isPartForOther = await loadOthersPartPaymentCheck(db, ids);
  const balances = new Map((await listChargeBalances(db, ids)).map((balance) => [balance.id, balance]));
  const pending = await sumPendingRefunds(db, ids);
  // Nothing is claimed on money that is being refunded, nor on a refund at Square or a lost dispute that isn't recorded
  // yet
  const getRemaining = (id: string) => {
    const { charged = 0, refunded = 0 } = balances.get(id) ?? {};
    return charged - refunded - (pending.get(id) ?? 0);
  };
  const paid = entered.toReversed().map(
    ({ id, user_id, about, plan_id, label, day: on, ...payer }): GiftAidPayment => ({
      ...{ id, user_id, plan_id, day: on },
      label: about === 'subscription' ? label : 'Donation',
      name: formatPayerName(payer),
      pence: getRemaining(id),
      for_other: forOthers.has(id) || isPartForOther({ id, user_id, plan_id }),
    }),
  );
  return {
    open: giftAid === '1',
    days,
    days_error: days.until < days.from ? 'The last day can’t be before the first day.' : '',
    declared,
    plans,
    ...buildGiftAidSchedule(paid, declared, new Set(plans.map(({ id }) => id))),
  };
}

const sumOf = (paid: readonly GiftAidPayment[]): number => paid.reduce((sum, { pence }) => sum + pence, 0);

const toScheduleRow = ({ id, name, label, day, pence }: GiftAidPayment): GiftAidScheduleRow => ({
  ...{ id, name, plan: label, date: day, amount: pence },
});
