import { useState } from 'react';
import { sourceNames } from '#features/money/ledger/entry.ts';
import { withParams } from '#platform/shared/calls.ts';
import { formatDate } from '#platform/shared/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { CallAnswer } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { Actions, ActionsHeading } from '#platform/web/table/index.ts';
import { Badge } from '#platform/web/ui/badge.tsx';
import { Button, ButtonLink } from '#platform/web/ui/button.tsx';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import { type ListedPayment, reverseEntry } from '../contract.ts';
import { formatPayer } from '../payer.ts';
import styles from './accounting.module.css';
import { EntryDate } from './entry-date.tsx';
import { RefundBadges } from './refund-badges.tsx';
import { RefundButton } from './refund-button.tsx';
import { RefundDialog, type RefundTarget } from './refund-dialog.tsx';

/** Payments, each to be refunded, or corrected where it was entered by mistake. */
export function PaymentsList({
  id,
  title,
  payments,
}: {
  id: string;
  title: string;
  payments: readonly ListedPayment[];
}) {
  const [confirming, ask] = useState<ListedPayment | null>(null);
  const [refunding, refund] = useState<RefundTarget | null>(null);
  const { busy, slot: at, send: make } = useCall();
  const may = useSite().memberNavItemsToShow;
  const correctionOf = ({ id }: ListedPayment) => withParams(reverseEntry, { id });
  return (
    <>
      <div className="row">
        <h2 id={id}>{title}</h2>
        <CallAnswer slot={at} />
      </div>
      <table className={`table table--stack table--cards ${styles.entries}`}>
        <caption className="vh">{title}, the latest first</caption>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">What for</th>
            <th scope="col">Who</th>
            <th scope="col">Paid by</th>
            <th scope="col">Amount</th>
            <ActionsHeading />
          </tr>
        </thead>
        <tbody>
          {payments.map((entry) => (
            <tr key={entry.id}>
              <td data-label="Date" className="num">
                <EntryDate date={entry.date} />
              </td>
              <td data-label="What for" data-heads={entry.name === '' || undefined}>
                <span>
                  {[entry.label, entry.show].filter(Boolean).join(', ')} {entry.corrected && <Badge>Corrected</Badge>}
                  {entry.corrects && <Badge>Correction</Badge>}
                  {entry.kind === 'refund' && !entry.corrects && <Badge>Refund</Badge>}
                  <RefundBadges of={entry} />
                </span>
              </td>
              <td
                data-label="Who"
                data-heads={entry.name !== '' || undefined}
                data-nothing={entry.name === '' || undefined}
              >
                {formatPayer(entry)}
              </td>
              <td data-label="Paid by">{sourceNames[entry.source]}</td>
              <td data-label="Amount" data-sum className="num">
                {formatMoney(entry.amount)}
              </td>
              <Actions>
                {entry.order_page !== '' &&
                  entry.kind === 'charge' &&
                  (may.bookings ? (
                    <ButtonLink look="quiet" small href={entry.order_page}>
                      Open order<span className="vh"> {entry.name}</span>
                    </ButtonLink>
                  ) : (
                    <span className="meta">Refunded by the box office</span>
                  ))}
                {entry.receipt_page !== '' && (
                  <ButtonLink look="quiet" small href={entry.receipt_page}>
                    Open receipt
                    <span className="vh">
                      {' '}
                      of {formatPayer(entry)}, {formatDate(entry.date, 'day')}
                    </span>
                  </ButtonLink>
                )}
                {entry.refund && (
                  <RefundButton
                    of={{
                      id: entry.id,
                      what: [entry.label, entry.name].filter(Boolean).join(', '),
                      how: entry.refund,
                    }}
                    onAsk={refund}
                  />
                )}
                {entry.can_be_corrected && (
                  <Button look="quiet" small pending={busy === correctionOf(entry).path} onClick={() => ask(entry)}>
                    Correct…
                    <span className="vh">
                      {' '}
                      {formatMoney(entry.amount)} for {entry.label}, {formatDate(entry.date, 'day')}
                    </span>
                  </Button>
                )}
              </Actions>
            </tr>
          ))}
        </tbody>
      </table>
      {refunding && <RefundDialog of={refunding} onClose={() => refund(null)} />}
      {confirming && (
        <CorrectDialog
          payment={confirming}
          onCorrect={() => void make(correctionOf(confirming))}
          onClose={() => ask(null)}
        />
      )}
    </>
  );
}

/** Asks before a payment is corrected, and says that the year it paid for ends. */
export function CorrectDialog({
  payment,
  onCorrect,
  onClose,
}: {
  payment: ListedPayment;
  onCorrect: () => void;
  onClose: () => void;
}) {
  return (
    <ConfirmDialog
      question={`Correct ${formatMoney(payment.amount)} for ${payment.label}?`}
      cancelLabel="Leave it"
      confirmLabel="Correct it"
      onConfirm={onCorrect}
      onClose={onClose}
    >
      <p>
        {payment.correction_year === ''
          ? `Both entries stay in the books: ${formatMoney(-payment.amount)} is entered on the same day.`
          : `Both entries stay in the books. Their year is closed, so ${formatMoney(-payment.amount)} counts today, in ${payment.correction_year}.`}{' '}
        No money moves.
      </p>
      {payment.refund?.ends && <p>The year of membership that it paid for goes too.</p>}
    </ConfirmDialog>
  );
}
