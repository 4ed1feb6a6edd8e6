import { type ReactNode, useState } from 'react';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { MoneyField } from '#platform/web/ui/fields/money-field.tsx';
import { BackLink } from '#platform/web/ui/navigation/page-links.tsx';
import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';
import {
  decideDispute,
  decideRefund,
  disputePaymentAtProvider,
  type PracticeProviderRecord,
  refundPaymentAtProvider,
  setBankDecisionTiming,
} from '../contract.ts';
import { accountingPath } from '../paths.ts';

type Content = Page<'practice_provider'>;
type Payment = Content['payments'][number];

/** The dashboard of the practice provider, in place of Square's dashboard and the banks. */
export default function PracticeProviderPage({ page }: { page: Content }) {
  const [refunding, setRefunding] = useState<Payment | null>(null);
  const { busy, slot, send } = useCall('practice provider');
  const isBusy = busy !== '';
  return (
    <div className="stack">
      <header className="page-head">
        <p>
          <BackLink href={accountingPath}>Accounting</BackLink>
        </p>
        <h1>{page.title}</h1>
        <p>
          <strong>This is the practice provider: no money moves.</strong> It replaces Square in this demo. Here you can
          do what a seller does in Square’s dashboard, and make the decisions of banks. The site receives them within a
          few seconds, as it would from Square.
        </p>
      </header>
      <section aria-labelledby="banks">
        <div className="row">
          <h2 id="banks">Refunds waiting for the bank’s decision</h2>
          <CallStatus slot={slot} />
        </div>
        <p>
          {page.answers_later
            ? 'Refunds wait here until you choose what the bank decides.'
            : 'Banks complete refunds at once. To see a bank reject one, let them decide later, then refund something.'}
        </p>
        <p>
          <Button
            look="line"
            small
            pending={isBusy}
            onClick={() => void send(setBankDecisionTiming, { answers: page.answers_later ? 'at_once' : 'later' })}
          >
            {page.answers_later ? 'Let banks decide at once' : 'Let banks decide later'}
          </Button>
        </p>
        <PendingDecisions
          of={page.refunds}
          isBusy={isBusy}
          answers={['complete', 'reject'] as const}
          labels={{ complete: 'Complete', reject: 'Reject' }}
          onAnswer={({ id }, answer) => void send(withParams(decideRefund, { id }), { answer })}
        />
      </section>
      {page.disputes.length > 0 && (
        <section aria-labelledby="disputes">
          <h2 id="disputes">Disputes waiting for the bank’s decision</h2>
          <PendingDecisions
            of={page.disputes}
            isBusy={isBusy}
            answers={['won', 'lost'] as const}
            labels={{ won: 'We win', lost: 'The cardholder wins' }}
            onAnswer={({ id }, decision) => void send(withParams(decideDispute, { id }), { decision })}
          />
        </section>
      )}
      <section aria-labelledby="payments">
        <h2 id="payments">Latest payments</h2>
        {page.payments.length === 0 ? (
          <EmptyState title="No card payments yet">
            Book tickets on the site and pay with one of the practice cards. The payment will appear here.
          </EmptyState>
        ) : (
          <ul className="ruled">
            {page.payments.map((payment) => (
              <li key={payment.id} className="spread">
                <ProviderItemSubject of={payment}>
                  {payment.left < payment.amount && `, ${formatMoney(payment.amount - payment.left)} refunded`}
                </ProviderItemSubject>
                <span className="row">
                  {payment.left > 0 && (
                    <Button look="line" small pending={isBusy} onClick={() => setRefunding(payment)}>
                      Refund at Square<span className="vh"> {payment.subject}</span>
                    </Button>
                  )}
                  <Button
                    look="quiet"
                    small
                    pending={isBusy}
                    onClick={() => void send(withParams(disputePaymentAtProvider, { id: payment.id }))}
                  >
                    Open dispute<span className="vh"> about {payment.subject}</span>
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      {refunding && <RefundAtSquareDialog payment={refunding} onClose={() => setRefunding(null)} />}
    </div>
  );
}

/** The refunds or disputes that wait for a bank, with buttons for the bank's decision. */
function PendingDecisions<Answer extends string>({
  of,
  isBusy,
  answers,
  labels,
  onAnswer,
}: {
  of: readonly PracticeProviderRecord[];
  isBusy: boolean;
  answers: readonly Answer[];
  labels: Readonly<Record<Answer, string>>;
  onAnswer: (of: PracticeProviderRecord, answer: Answer) => void;
}) {
  if (of.length === 0) return null;
  return (
    <ul className="ruled">
      {of.map((waiting) => (
        <li key={waiting.id} className="spread">
          <ProviderItemSubject of={waiting} />
          <span className="row">
            {answers.map((answer) => (
              <Button key={answer} look="line" small pending={isBusy} onClick={() => onAnswer(waiting, answer)}>
                {labels[answer]}
                <span className="vh">: {waiting.subject}</span>
              </Button>
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}

const ProviderItemSubject = ({
  of: { subject, at, amount },
  children,
}: {
  of: PracticeProviderRecord;
  children?: ReactNode;
}) => (
  <span>
    {subject}
    <span className="meta">
      {' '}
      {formatDateTime(at)}, <span className="num">{formatMoney(amount)}</span>
      {children}
    </span>
  </span>
);

function RefundAtSquareDialog({ payment: { id, subject, left }, onClose }: { payment: Payment; onClose: () => void }) {
  return (
    <Dialog title={`Refund at Square: ${subject}`} onClose={onClose}>
      {(close) => (
        <CallForm
          call={withParams(refundPaymentAtProvider, { id })}
          submitLabel="Refund at Square"
          pendingLabel="Refunding…"
          asks={false}
          onAnswer={({ code }) => {
            if (code === 200) close();
          }}
        >
          {(errors) => (
            <>
              <p>
                This refunds the payment as you would in Square’s dashboard. The refund isn’t in our accounts until
                somebody records it. Up to {formatMoney(left)} can be refunded.
              </p>
              <MoneyField label="Amount in pounds" name="amount" pence={left} error={errors.amount} />
            </>
          )}
        </CallForm>
      )}
    </Dialog>
  );
}
