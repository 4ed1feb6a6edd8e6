import { describeCharges, findChargedOrders, findChargesByProviderId } from '#features/money/payments/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse, refuseFields, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { formatAmountLeft, formatMoney } from '#platform/shared/money.ts';
import type { Page } from '#platform/shared/pages.ts';
import * as contract from '../contract.ts';
import { practiceProviderPath } from '../paths.ts';

/** The fields that payments, refunds and disputes at the practice provider have in common. */
interface PracticeObject {
  id: string;
  created_at: string;
  /** Pence. */
  amount_money: { amount: number };
}

/** The actions of a seller in a provider's dashboard and the decisions of banks, for the practice provider. */
interface PracticeDashboard {
  /** Completed payments, latest first. */
  listPayments: () => readonly (PracticeObject & {
    total_money: { amount: number };
    refunded_money?: { amount: number };
  })[];
  listPendingRefunds: () => readonly (PracticeObject & { payment_id: string })[];
  listOpenDisputes: () => readonly (PracticeObject & { disputed_payment: { payment_id: string } })[];
  /** Returns true if refunds stay pending until the bank's response is chosen. */
  areRefundsHeld: () => boolean;
  setRefundsHeld: (held: boolean) => void;
  refund: (paymentId: string, how: { pence: number; pending: boolean }) => unknown;
  completeRefund: (refundId: string) => unknown;
  rejectRefund: (refundId: string) => unknown;
  openDispute: (paymentId: string) => unknown;
  setDisputeState: (disputeId: string, state: 'WON' | 'LOST') => unknown;
}

declare module '#platform/server/feature/feature.ts' {
  interface Services {
    /** The practice provider's dashboard. Undefined if a real provider is used, or paying by card is off. */
    practice: PracticeDashboard | undefined;
  }
}

const access = mayUse('get_subs');

const maxPaymentsListed = 20;

type PracticeServices = Pick<Services, 'practice' | 'environment' | 'all'>;

/**
 * Registers the dashboard of the practice provider, which simulates what otherwise happens at Square and at banks. On a
 * site without the practice provider, its page and calls respond with 404.
 */
export function registerPracticeProviderRoutes({ page, call }: RouteRegistry, services: PracticeServices): void {
  page(practiceProviderPath, { type: 'practice_provider', access }, buildPracticePage(services));
  call(contract.refundPaymentAtProvider, { access }, refund(services));
  call(contract.disputePaymentAtProvider, { access }, dispute(services));
  call(contract.decideRefund, { access }, decideRefund(services));
  call(contract.decideDispute, { access }, decideDispute(services));
  call(contract.setBankDecisionTiming, { access }, setBankDecisionTiming(services));
}

const buildPracticePage =
  (services: PracticeServices) =>
  async ({ db }: PageRequest): Promise<Page<'practice_provider'>> => {
    const provider = requirePractice(services);
    const { timeZone } = await readSettings(db);
    const payments = provider.listPayments().slice(0, maxPaymentsListed);
    const refunds = provider.listPendingRefunds();
    const disputes = provider.listOpenDisputes();
    const getSubject = await loadSubjectLookup(db, services, [
      ...payments.map(({ id }) => id),
      ...refunds.map(({ payment_id }) => payment_id),
      ...disputes.map(({ disputed_payment }) => disputed_payment.payment_id),
    ]);
    const toListed = ({ id, created_at, amount_money }: PracticeObject, payment: string) => ({
      id,
      at: formatIsoWithOffset(created_at, timeZone),
      subject: getSubject(payment),
      amount: amount_money.amount,
    });
    return {
      type: 'practice_provider',
      title: 'Practice card provider',
      answers_later: provider.areRefundsHeld(),
      payments: payments.map((payment) => ({
        ...toListed(payment, payment.id),
        left: payment.total_money.amount - (payment.refunded_money?.amount ?? 0),
      })),
      refunds: refunds.map((refund) => toListed(refund, refund.payment_id)),
      disputes: disputes.map((dispute) => toListed(dispute, dispute.disputed_payment.payment_id)),
    };
  };

const refund =
  (services: PracticeServices): CallHandler<typeof contract.refundPaymentAtProvider> =>
  async ({ body, params }) => {
    const provider = requirePractice(services);
    const payment = find(provider.listPayments(), params.id, 'There is no such payment. Reload the page.');
    const left = payment.total_money.amount - (payment.refunded_money?.amount ?? 0);
    if (body.amount > left) refuseFields({ amount: `${formatAmountLeft(left)} is left to refund.` });
    provider.refund(payment.id, { pence: body.amount, pending: provider.areRefundsHeld() });
    return ok(
      provider.areRefundsHeld()
        ? `The refund of ${formatMoney(body.amount)} now waits for the bank’s decision.`
        : `Refunded ${formatMoney(body.amount)} at the practice provider.`,
    );
  };

const dispute =
  (services: PracticeServices): CallHandler<typeof contract.disputePaymentAtProvider> =>
  async ({ params }) => {
    const provider = requirePractice(services);
    const payment = find(provider.listPayments(), params.id, 'There is no such payment. Reload the page.');
    provider.openDispute(payment.id);
    return ok(`The cardholder has disputed ${formatMoney(payment.total_money.amount)}.`);
  };

const decideRefund =
  (services: PracticeServices): CallHandler<typeof contract.decideRefund> =>
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
    return ok(`${isWon ? `The society keeps the ${amount}` : `The bank has taken ${amount} back`}.`);
  };

const setBankDecisionTiming =
  (services: PracticeServices): CallHandler<typeof contract.setBankDecisionTiming> =>
  async ({ body }) => {
    requirePractice(services).setRefundsHeld(body.answers === 'later');
    return ok(
      body.answers === 'later'
        ? 'Refunds now wait here for the bank’s decision.'
        : 'Banks now complete refunds at once.',
    );
  };

const requirePractice = ({ practice }: Pick<Services, 'practice'>) => practice ?? refuseNotFound();

const find = <Item extends { id: string }>(
  items: readonly Item[],
  id: string,
  missing = 'This has already been decided. Reload the page.',
): Item => items.find((item) => item.id === id) ?? refuse(409, missing);

/** Loads the subjects of payments. Returns a lookup by the payment's id at the provider. */
async function loadSubjectLookup(
  db: DbReader,
  { environment, all }: Pick<Services, 'environment' | 'all'>,
  paymentIds: readonly string[],
): Promise<(paymentId: string) => string> {
  const charges = await findChargesByProviderId(db, environment, paymentIds);
  const ids = [...charges.values()].map(({ id }) => id);
  const names = await findChargedOrders(all('chargeNames'), db, ids);
  const subjects = await describeCharges(db, names, [...charges.values()]);
  return (paymentId: string) =>
    subjects.get(charges.get(paymentId)?.id ?? '') ?? 'A payment that isn’t in our accounts';
}
