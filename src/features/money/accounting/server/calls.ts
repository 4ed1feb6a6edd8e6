import { createPerformanceDateLister, findShowSummary } from '#features/archive/shows/server/index.ts';
import { canReverseEntry, type EntrySubject, paymentSourceLabels } from '#features/money/ledger/entry.ts';
import {
  createFinancialYear,
  formatCorrectionYearNotice,
  getStartYear,
  isInLedgerRange,
  parseYear,
} from '#features/money/ledger/financial-year.ts';
import {
  assertOpenDay,
  findEntry,
  findPayerName,
  loadLaterYearLookup,
  type Payer,
  postEntry,
  recordEntryNote,
  reverseEntry,
  sumShowEntries,
  sumSubscriptionEntries,
} from '#features/money/ledger/server/index.ts';
import { calculateTotals } from '#features/money/ledger/totals.ts';
import {
  findSubscriptionPaidBy,
  hasRefundEndedYear,
  listPlans,
  reversePaidYear,
  undoPlanChange,
} from '#features/money/subscriptions/server/index.ts';
import { findUser, mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { type DbReader, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import {
  ConfirmationRequiredError,
  refuse,
  refuseFields,
  refuseNotFound,
} from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { type CalendarDate, formatDate } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import * as contract from '../contract.ts';
import { recordSubscriptionPayment } from './enter-subscription.ts';
import { findOrderLink, respondWithOrderLink } from './refunds.ts';

const access = mayUse('get_subs');

export function registerAccountingCalls(
  { call, db }: RouteRegistry,
  { environment, all }: Pick<Services, 'environment' | 'all'>,
): void {
  const context = { db, environment, all };
  call(contract.recordPayment, { access }, recordPayment(context));
  call(contract.reverseEntry, { access }, reverse(context));
  call(contract.getSubscriptionTotals, { access }, sendSubscriptionTotals(context));
  call(contract.getShowTotals, { access }, sendShowTotals(context));
}

type Context = Pick<RouteRegistry, 'db'> & Pick<Services, 'environment' | 'all'>;

const recordPayment =
  ({ environment, all }: Context): CallHandler<typeof contract.recordPayment> =>
  async ({ body, once, ...request }) => {
    const { amount: pence, day, source } = body;
    if (day > request.today) refuseFields({ day: 'Choose today or an earlier date.' });
    const { yearBegins } = await readSettings(request.db);
    if (!isInLedgerRange(day, yearBegins))
      refuseFields({ day: 'That date is too long ago. Choose the date of the payment.' });
    await assertOpenDay(request.db, environment, day);
    const yearNote = formatOtherYear(body, { yearBegins, today: request.today });
    const about = await findSubject(request.db, body, request);
    if (about.about === 'tickets' && body.sold_here !== 'yes')
      await requireConfirmationIfSoldHere(request.db, about, { all });
    const payer = about.about === 'subscription' ? undefined : await findPayer(request.db, body);
    const payment = { kind: 'charge', environment, at: request.now, id: newId(), pence, day, source, about } as const;
    const createAudit = (payerName = '') => ({
      ...{ ...createAuditContext(request, 'payment.recorded'), subject: payment.id },
      detail: [formatMoney(pence), paymentSourceLabels[source], about.label, payerName, formatDate(day, 'day')]
        .filter(Boolean)
        .join(', '),
    });
    const ids = { entry: payment.id, new: newId() };
    return once(async (tx) => {
      const formatEntered = (payerName: string | undefined, paidFor = '') =>
        `Entered: ${formatMoney(pence)}${payerName ? ` from ${payerName}` : ''} for ${about.label}${paidFor ? ` for ${paidFor}` : ''}, ${formatDate(day, 'day')}${yearNote}.`;
      if (about.about === 'subscription') {
        const subscription = { body, label: about.label, environment, ids, today: request.today, at: request.now };
        const { payerName, paidFor, outcome } = await recordSubscriptionPayment(tx, subscription);
        await recordAudit(tx, createAudit(formatPayerAndBeneficiary(payerName, paidFor)));
        return ok(`${formatEntered(payerName, paidFor)} ${outcome}`);
      }
      await postEntry(tx, { ...payment, ...(payer ? { payer: payer.payer } : {}) });
      await recordAudit(tx, createAudit(payer?.name));
      return ok(formatEntered(payer?.name));
    });
  };

const formatPayerAndBeneficiary = (payerName: string, paidFor: string) =>
  [payerName, paidFor].filter(Boolean).join(' for ');

const reverse =
  ({ environment, all, db }: Context): CallHandler<typeof contract.reverseEntry> =>
  async (request) => {
    const mistake = (await findEntry(request.db, request.params.id, environment)) ?? refuseNotFound();
    if (!canReverseEntry({ ...mistake, corrected: false, refunded: 0 })) {
      refuse(409, 'This entry can’t be corrected here. If it is a card payment, refund it instead.');
    }
    const page = await findOrderLink(request.db, { all }, mistake.charge_id ?? mistake.id);
    if (page) return respondWithOrderLink('corrected', page, request.visitor);
    const id = newId();
    const { amount, label, day } = mistake;
    const getLaterYear = await loadLaterYearLookup(request.db, environment, request.today);
    const payer = await findPayerName(request.db, mistake.id);
    const entry = {
      ...createAuditContext(request, 'payment.reversed'),
      subject: mistake.id,
      detail: `${[formatMoney(amount), label, payer, formatDate(day, 'day')].filter(Boolean).join(', ')}. ${request.body.reason}`,
    };
    const yearNote = await write(db, async (tx) => {
      const outcome = await reverseEntry(tx, { id, at: request.now, entry: mistake });
      if (outcome === 'already reversed') refuse(409, 'This entry has already been corrected.');
      if (outcome === 'has refunds') refuse(409, 'Some of this payment was refunded. Correct the refund first.');
      await recordEntryNote(tx, id, { reason: request.body.reason, by: request.visitor.id });
      await recordAudit(tx, entry);
      if (await hasRefundEndedYear(tx, mistake.id)) return yearStaysEnded;
      const replacement = await findSubscriptionPaidBy(tx, mistake.id);
      const year = await reversePaidYear(tx, mistake.id, request.now);
      const isUndone = replacement && year === 'reversed';
      const undone = isUndone
        ? formatUndone(await undoPlanChange(tx, replacement, mistake.at), await listPlans(tx, request.today))
        : '';
      return `${formatReversedYear(year)}${undone}`;
    });
    return ok(
      `Corrected: ${formatMoney(amount)} for ${label}.${formatCorrectionYearNotice(getLaterYear('correction', day))} If something else should have been entered, enter it now.${yearNote}`,
    );
  };

const sendSubscriptionTotals =
  ({ environment }: Context): CallHandler<typeof contract.getSubscriptionTotals> =>
  async ({ db, query, today }) => {
    const { yearBegins } = await readSettings(db);
    const start = parseYear(query.get('startyear'), getStartYear(today, yearBegins));
    if (start === undefined) return refuse(400, 'Give the year as four digits, such as 2026.');
    const year = createFinancialYear(start, yearBegins);
    return ok(`Subscriptions in ${year.name}.`, {
      totals: calculateTotals(await sumSubscriptionEntries(db, { ...year, environment })),
    });
  };

const sendShowTotals =
  ({ environment }: Context): CallHandler<typeof contract.getShowTotals> =>
  async ({ db, query }) => {
    const id = query.get('show_id') ?? '';
    const sums = await sumShowEntries(db, id, environment);
    const show = await findShowSummary(db, id);
    if (!show && sums.length === 0) {
      refuse(404, 'There is no such show. Choose one from the list.', { show_id: 'There is no show with this id.' });
    }
    return ok(show ? `Sales for ${show.title}.` : 'Sales for a show that has been deleted.', {
      totals: calculateTotals(sums),
    });
  };

/**
 * Formats the clause ", which counts in 2026–27" if the entry's financial year isn't the year on the screen; otherwise
 * "".
 * @throws ConfirmationRequiredError if that year has ended and the visitor hasn't confirmed the day
 */
function formatOtherYear(
  { day, shown_year, ended_year }: contract.RecordPaymentBody,
  { yearBegins, today }: { yearBegins: string; today: CalendarDate },
): string {
  const year = createFinancialYear(getStartYear(day, yearBegins), yearBegins);
  if (year.start === (shown_year ?? getStartYear(today, yearBegins))) return '';
  if (year.until < today && ended_year !== 'yes') {
    const text = `${formatDate(day, 'day')} is in ${year.name}, which has ended. Enter the payment there?`;
    const choices = [{ value: 'yes', label: `Yes, enter it in ${year.name}` }];
    throw new ConfirmationRequiredError(text, { questions: [{ field: 'ended_year', text, choices }] });
  }
  return `, which counts in ${year.name}`;
}

/**
 * @throws ConfirmationRequiredError if the site sells the show's tickets and the visitor hasn't confirmed that the
 * money belongs to no order
 */
async function requireConfirmationIfSoldHere(
  db: DbReader,
  { show_id, label }: { show_id: string; label: string },
  { all }: Pick<Services, 'all'>,
): Promise<void> {
  if ((await createPerformanceDateLister({ all })(db, show_id)).length === 0) return;
  const text = `The box office sells tickets for ${label} here, and each order’s money is in the accounts already. Entering it again counts it twice.`;
  const choices = [{ value: 'yes', label: 'Enter it: this payment isn’t for any of these orders' }];
  throw new ConfirmationRequiredError(text, { questions: [{ field: 'sold_here', text, choices }] });
}

const yearStaysEnded =
  ' The subscription year that the refund ended stays ended. To restore it, correct the payment too, then enter it again.';

/** Says how the reversal changed the membership year that the payment had bought; "" if it had bought none. */
function formatReversedYear(year: Awaited<ReturnType<typeof reversePaidYear>>): string {
  if (year === undefined) return '';
  return year === 'not the last'
    ? ' The subscription hasn’t changed, because a later year has been paid.'
    : ' The year of membership that it paid for has been removed too.';
}

/**
 * Describes what has become of the plans that the payment's plan had replaced: active again, still cancelled, or
 * lapsed. Returns "" if it had replaced none.
 */
function formatUndone(
  replaced: Awaited<ReturnType<typeof undoPlanChange>>,
  plans: Awaited<ReturnType<typeof listPlans>>,
): string {
  const format = (some: typeof replaced, say: (names: string, isOne: boolean) => string) => {
    const names = plans.filter(({ id }) => some.some(({ plan_id }) => plan_id === id)).map(({ name }) => name);
    return names.length === 0 ? '' : ` ${say(new Intl.ListFormat('en-GB').format(names), names.length === 1)}`;
  };
  const lapsed = replaced.filter(({ status }) => status === 'lapsed');
  const live = replaced.filter(({ status }) => status !== 'lapsed');
  const restored = live.filter(({ cancelled_at }) => cancelled_at === null);
  const cancelled = live.filter(({ cancelled_at }) => cancelled_at !== null);
  return [
    format(
      restored,
      (names, isOne) => `The change of plan is undone: ${names} ${isOne ? 'is' : 'are'} no longer cancelled.`,
    ),
    format(
      cancelled,
      (names, isOne) =>
        `${names} ${isOne ? 'stays' : 'stay'} cancelled, because the plan that replaced ${isOne ? 'it' : 'them'} was cancelled later.`,
    ),
    format(lapsed, (names, isOne) => `${names}, which this plan had replaced, ${isOne ? 'has' : 'have'} lapsed since.`),
  ].join('');
}

/** Finds the subject of the payment, with its present name. */
async function findSubject(
  db: DbReader,
  { what, plan_id, show_id }: contract.RecordPaymentBody,
  { today }: Pick<PageRequest, 'today'>,
): Promise<EntrySubject> {
  if (what === 'subscription') {
    const plan = (await listPlans(db, today)).find(({ id }) => id === plan_id);
    return plan ? { about: what, plan_id, label: plan.name } : refuseFields({ plan_id: 'Choose the plan.' });
  }
  const show = show_id === '' ? undefined : await findShowSummary(db, show_id);
  if (!show && (what === 'tickets' || show_id !== '')) refuseFields({ show_id: 'Choose the show.' });
  if (what !== 'tickets') return { about: 'front_of_house', show_id, label: what };
  return { about: 'tickets', show_id, label: show?.title ?? '' };
}

/** Finds the payer and their name; undefined if unknown. */
async function findPayer(
  db: DbReader,
  { member, name }: contract.RecordPaymentBody,
): Promise<{ payer: Payer; name: string } | undefined> {
  if (member !== '') {
    const user =
      (await findUser(db, member)) ?? refuseFields({ member: 'This member is no longer on the list. Choose again.' });
    return { payer: { user_id: user.id }, name: `${user.firstname} ${user.lastname}` };
  }
  return name === '' ? undefined : { payer: { name }, name };
}
