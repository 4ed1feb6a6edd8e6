import { describeCharges, findChargesAtSquare, namesOfCharges } from '#features/money/payments/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { notFound, refuse, refuseFields } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { ok } from '#platform/server/http/routes/call.ts';
import { formatIsoWithOffset } from '#platform/shared/local-time.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { practicePath } from '../paths.ts';
import * as contract from '../practice-contract.ts';

const access = mayUse('get_subs');

/** People who practise do so with a recent payment. */
const maxPayments = 20;

/**
 * The dashboard of the practice provider, if there is one: it simulates events that otherwise happen only at Square and
 * at banks. Every page and call of it responds with 404 if cards are really charged.
 */
export function practiceProvider(
  { page, call }: Platform,
  { practice, environment, all }: Pick<Services, 'practice' | 'environment' | 'all'>,
): void {
  const dashboard = () => practice ?? notFound();
  const find = <T extends { id: string }>(some: readonly T[], id: string): T =>
    some.find((one) => one.id === id) ?? refuse(409, 'This has been decided already. Reload the page.');

  /** Maps payments at the provider to their subjects, by their ids there. */
  const subjectsOf = async (db: DbReader, paymentIds: readonly string[]) => {
    const charges = await findChargesAtSquare(db, environment, paymentIds);
    const ids = [...charges.values()].map(({ id }) => id);
    const names = await namesOfCharges(all('chargeNames'), db, ids);
    const subjects = await describeCharges(db, names, [...charges.values()]);
    return (paymentId: string) =>
      subjects.get(charges.get(paymentId)?.id ?? '') ?? 'A payment that isn’t in our ledger';
  };

  page(practicePath, { type: 'practice_provider', access }, async ({ db }) => {
    const provider = dashboard();
    const { timeZone } = await readSettings(db);
    const payments = provider.listPayments().slice(0, maxPayments);
    const refunds = provider.listPendingRefunds();
    const disputes = provider.listOpenDisputes();
    const subjectOf = await subjectsOf(db, [
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
      type: 'practice_provider' as const,
      title: 'Practice card provider',
      answers_later: provider.answersLater(),
      payments: payments.map((payment) => ({
        ...toListed(payment, payment.id),
        left: payment.total_money.amount - (payment.refunded_money?.amount ?? 0),
      })),
      refunds: refunds.map((refund) => toListed(refund, refund.payment_id)),
      disputes: disputes.map((dispute) => toListed(dispute, dispute.disputed_payment.payment_id)),
    };
  });

  call(contract.refundAtProvider, { access }, async ({ body, params }) => {
    const provider = dashboard();
    const payment = find(provider.listPayments(), params.id);
    const left = payment.total_money.amount - (payment.refunded_money?.amount ?? 0);
    if (body.amount > left) refuseFields({ amount: `No more than ${formatMoney(left)} is left of it.` });
    provider.refund(payment.id, { pence: body.amount, pending: provider.answersLater() });
    return ok(`Refunded ${formatMoney(body.amount)} at the practice provider.`);
  });

  call(contract.disputeAtProvider, { access }, async ({ params }) => {
    const provider = dashboard();
    const payment = find(provider.listPayments(), params.id);
    provider.openDispute(payment.id);
    return ok(`The cardholder disputes ${formatMoney(payment.total_money.amount)}.`);
  });

  call(contract.answerRefund, { access }, async ({ body, params }) => {
    const provider = dashboard();
    const { id, amount_money } = find(provider.listPendingRefunds(), params.id);
    const amount = formatMoney(amount_money.amount);
    if (body.answer === 'complete') {
      provider.completeRefund(id);
      return ok(`The bank has completed the refund of ${amount}.`);
    }
    provider.rejectRefund(id);
    return ok(`The bank has rejected the refund of ${amount}.`);
  });

  call(contract.decideDispute, { access }, async ({ body, params }) => {
    const provider = dashboard();
    const { id, amount_money } = find(provider.listOpenDisputes(), params.id);
    const amount = formatMoney(amount_money.amount);
    const isWon = body.decision === 'won';
    provider.setDisputeState(id, isWon ? 'WON' : 'LOST');
    return ok(`${isWon ? `We keep the ${amount}` : `The bank has taken ${amount} back`}.`);
  });

  call(contract.setBankAnswers, { access }, async ({ body }) => {
    dashboard().setAnswersLater(body.answers === 'later');
    return ok(
      body.answers === 'later' ? 'Refunds now wait here for an answer.' : 'Banks now complete refunds at once.',
    );
  });
}
