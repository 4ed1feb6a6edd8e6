import { describeCharges, findChargeNames, findChargesAtSquare } from '#features/money/payments/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { notFound, refuse, refuseFields } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { Page } from '#platform/shared/pages.ts';
import { practicePath } from '../paths.ts';
import * as contract from '../practice-contract.ts';

const access = mayUse('get_subs');

/** People who practise do so with a recent payment. */
const maxPayments = 20;

type PracticeServices = Pick<Services, 'practice' | 'environment' | 'all'>;

/**
 * The dashboard of the practice provider, if there is one: it simulates events that otherwise happen only at Square and
 * at banks. Every page and call of it responds with 404 if cards are really charged.
 */
export function practiceProvider({ page, call }: Platform, services: PracticeServices): void {
  page(practicePath, { type: 'practice_provider', access }, buildPracticePage(services));
  call(contract.refundAtProvider, { access }, refund(services));
  call(contract.disputeAtProvider, { access }, dispute(services));
  call(contract.answerRefund, { access }, answerRefund(services));
  call(contract.decideDispute, { access }, decideDispute(services));
  call(contract.setBankAnswers, { access }, setBankAnswers(services));
}

const buildPracticePage =
  (services: PracticeServices) =>
  async ({ db }: PageRequest): Promise<Page<'practice_provider'>> => {
    const provider = requirePractice(services);
    const { timeZone } = await readSettings(db);
    const payments = provider.listPayments().slice(0, maxPayments);
    const refunds = provider.listPendingRefunds();
    const disputes = provider.listOpenDisputes();
    const subjectOf = await findSubjects(db, services, [
      ...payments.map(({ id }) => id),
      ...refunds.map(({ payment_id }) => payment_id),
      ...disputes.map(({ disputed_payment }) => disputed_payment.payment_id),
    ]);
    const toListed = (
      { id, created_at, amount_money }: { id: string; created_at: string; amount_money: { amount: number } },
      payment: string,
    ) => ({
      id,
      at: formatIsoWithOffset(created_at, timeZone),
      subject: subjectOf(payment),
      amount: amount_money.amount,
    });
    return {
      type: 'practice_provider',
      title: 'Practice card provider',
      answers_later: provider.answersLater(),
      payments: payments.map((payment) => ({
        ...toListed(payment, payment.id),
        left: payment.total_money.amount - (payment.refunded_money?.amount ?? 0),
      })),
      refunds: refunds.map((refund) => toListed(refund, refund.payment_id)),
      disputes: disputes.map((dispute) => toListed(dispute, dispute.disputed_payment.payment_id)),
    };
  };

const refund =
  (services: PracticeServices): CallHandler<typeof contract.refundAtProvider> =>
  async ({ body, params }) => {
    const provider = requirePractice(services);
    const payment = find(provider.listPayments(), params.id);
    const left = payment.total_money.amount - (payment.refunded_money?.amount ?? 0);
    if (body.amount > left) refuseFields({ amount: `No more than ${formatMoney(left)} is left of it.` });
    provider.refund(payment.id, { pence: body.amount, pending: provider.answersLater() });
    return ok(`Refunded ${formatMoney(body.amount)} at the practice provider.`);
  };

const dispute =
  (services: PracticeServices): CallHandler<typeof contract.disputeAtProvider> =>
  async ({ params }) => {
    const provider = requirePractice(services);
    const payment = find(provider.listPayments(), params.id);
    provider.openDispute(payment.id);
    return ok(`The cardholder disputes ${formatMoney(payment.total_money.amount)}.`);
  };

const answerRefund =
  (services: PracticeServices): CallHandler<typeof contract.answerRefund> =>
  async ({ body, params }) => {
    const provider = requirePractice(services);
    const { id, amount_money } = find(provider.listPendingRefunds(), params.id);
    const amount = formatMoney(amount_money.amount);
    if (body.answer === 'complete') {
      provider.completeRefund(id);
      return ok(`The bank has completed the refund of ${amount}.`);
    }
    provider.rejectRefund(id);
    return ok(`The bank has rejected the refund of ${amount}.`);
  };

const decideDispute =
  (services: PracticeServices): CallHandler<typeof contract.decideDispute> =>
  async ({ body, params }) => {
    const provider = requirePractice(services);
    const { id, amount_money } = find(provider.listOpenDisputes(), params.id);
    const amount = formatMoney(amount_money.amount);
    const isWon = body.decision === 'won';
    provider.setDisputeState(id, isWon ? 'WON' : 'LOST');
    return ok(`${isWon ? `We keep the ${amount}` : `The bank has taken ${amount} back`}.`);
  };

const setBankAnswers =
  (services: PracticeServices): CallHandler<typeof contract.setBankAnswers> =>
  async ({ body }) => {
    requirePractice(services).setAnswersLater(body.answers === 'later');
    return ok(
      body.answers === 'later' ? 'Refunds now wait here for an answer.' : 'Banks now complete refunds at once.',
    );
  };

const requirePractice = ({ practice }: Pick<Services, 'practice'>) => practice ?? notFound();

const find = <T extends { id: string }>(some: readonly T[], id: string): T =>
  some.find((one) => one.id === id) ?? refuse(409, 'This has been decided already. Reload the page.');

/** Maps payments at the provider to their subjects, by their ids there. */
async function findSubjects(
  db: DbReader,
  { environment, all }: Pick<Services, 'environment' | 'all'>,
  paymentIds: readonly string[],
): Promise<(paymentId: string) => string> {
  const charges = await findChargesAtSquare(db, environment, paymentIds);
  const ids = [...charges.values()].map(({ id }) => id);
  const names = await findChargeNames(all('chargeNames'), db, ids);
  const subjects = await describeCharges(db, names, [...charges.values()]);
  return (paymentId: string) => subjects.get(charges.get(paymentId)?.id ?? '') ?? 'A payment that isn’t in our ledger';
}
