import { useId, useState } from 'react';
import { paymentSourceLabels } from '#features/money/ledger/entry.ts';
import { EndSubscriptionField } from '#features/money/payments/web/index.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { type CalendarDate, formatDate } from '#platform/shared/dates/dates.ts';
import { formatShortDay } from '#platform/shared/dates/short-dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { useSite } from '#platform/web/navigation/index.ts';
import { ActionsCell, ActionsHeading } from '#platform/web/table/data-table.tsx';
import { Button, ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { InputField } from '#platform/web/ui/fields/field.tsx';
import { MoneyField } from '#platform/web/ui/fields/money-field.tsx';
import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';
import {
  type AccountingEntry,
  type RefundOption,
  type RefundStatus,
  refundPayment,
  reverseEntry,
} from '../contract.ts';

import styles from './accounting.module.css';

/** A list of payments, refunds and corrections, with links to orders and receipts and buttons to refund or correct. */
export function AccountingEntriesTable({
  id,
  title,
  payments,
}: {
  id: string;
  title: string;
  payments: readonly AccountingEntry[];
}) {
  const [correcting, setCorrecting] = useState<AccountingEntry | null>(null);
  const [refunding, setRefunding] = useState<RefundablePayment | null>(null);
  const may = useSite().memberNavItemsToShow;
  return (
    <>
      <h2 id={id}>{title}</h2>
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
                  <RefundBadges of={entry} /> {entry.reason !== '' && <span className="meta">{entry.reason}</span>}
                </span>
              </td>
              <td
                data-label="Who"
                data-heads={entry.name !== '' || undefined}
                data-nothing={entry.name === '' || undefined}
              >
                {formatPayerAndBeneficiary(entry)}
              </td>
              <td data-label="Paid by">{paymentSourceLabels[entry.source]}</td>
              <td data-label="Amount" data-sum className="num">
                {formatMoney(entry.amount)}
              </td>
              <ActionsCell>
                {entry.order_page !== '' &&
                  entry.kind === 'charge' &&
                  (may.bookings ? (
                    <ButtonLink look="quiet" small href={entry.order_page}>
                      Open order<span className="vh"> {entry.name}</span>
                    </ButtonLink>
                  ) : (
                    <span className="meta">The box office makes refunds</span>
                  ))}
                {entry.receipt_page !== '' && (
                  <ButtonLink look="quiet" small href={entry.receipt_page}>
                    Open receipt
                    <span className="vh">
                      {' '}
                      of {formatPayerAndBeneficiary(entry)}, {formatDate(entry.date, 'day')}
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
                    onAsk={setRefunding}
                  />
                )}
                {entry.can_be_corrected && (
                  <Button look="quiet" small aria-haspopup="dialog" onClick={() => setCorrecting(entry)}>
                    Correct…
                    <span className="vh">
                      {' '}
                      {formatMoney(entry.amount)} for {entry.label}, {formatDate(entry.date, 'day')}
                    </span>
                  </Button>
                )}
              </ActionsCell>
            </tr>
          ))}
        </tbody>
      </table>
      {refunding && <EntryRefundDialog of={refunding} onClose={() => setRefunding(null)} />}
      {correcting && <CorrectionDialog payment={correcting} onClose={() => setCorrecting(null)} />}
    </>
  );
}

/** A dialog that asks for the reason for a correction, and says what the correction changes. */
export function CorrectionDialog({ payment, onClose }: { payment: AccountingEntry; onClose: () => void }) {
  return (
    <Dialog title={`Correct ${formatMoney(payment.amount)} for ${payment.label}?`} onClose={onClose}>
      {(close) => (
        <CallForm
          call={withParams(reverseEntry, { id: payment.id })}
          submitLabel="Correct it"
          pendingLabel="Correcting…"
          asks={false}
          onAnswer={({ code }) => {
            if (code === 200) close();
          }}
        >
          {(errors) => (
            <>
              <p>
                The entry stays in the accounts
                {payment.correction_year === '' ? ', and ' : '. Its year is closed, so '}
                {/* The minus sign stays on the same line as the amount */}
                <span className={styles.reversal}>{formatMoney(-payment.amount)}</span>
                {payment.correction_year === ''
                  ? ' is entered with the same date. '
                  : ` counts today, in ${payment.correction_year}. `}
                No money moves.
              </p>
              {payment.refund?.ends && <p>The year of membership that it paid for is removed too.</p>}
              <InputField
                label="Reason"
                hint="For example, entered twice. It appears in this list and in exports."
                name="reason"
                maxLength={150}
                autoComplete="off"
                error={errors.reason}
                required
              />
            </>
          )}
        </CallForm>
      )}
    </Dialog>
  );
}

/** Formats the payer and the other person paid for: "Daisy Ferrar for Poppy Ferrar". A dash if the payer is unknown. */
export const formatPayerAndBeneficiary = ({ name, for_name }: { name: string; for_name: string }): string =>
  [name, for_name].filter(Boolean).join(' for ') || '–';

/** The day of a payment. On a phone it has no year, because the heading has the year. */
export const EntryDate = ({ date }: { date: CalendarDate }) => (
  <>
    <span className="only-wide">{formatDate(date, 'day')}</span>
    <span className="only-narrow">{formatShortDay(date)}</span>
  </>
);

export const RefundBadges = ({
  of: { refunded, being_refunded, refund_refused },
}: {
  of: Pick<RefundStatus, 'refunded' | 'being_refunded' | 'refund_refused'>;
}) => (
  <>
    {refunded > 0 && <Badge>{formatMoney(refunded)} refunded</Badge>}
    {being_refunded > 0 && <Badge tone="accent">{formatMoney(being_refunded)} being refunded</Badge>}
    {refund_refused && <Badge tone="warning">Refund refused</Badge>}
    {refund_refused && <span className={styles.refused}>{refund_refused}</span>}
  </>
);

export interface RefundablePayment {
  id: string;
  /** The subject and the payer: "Full member, Ruth Marsh". */
  what: string;
  how: RefundOption;
}

/** Asks for the amount and the reason, and refunds a payment. */
export function EntryRefundDialog({ of: { id, what, how }, onClose }: { of: RefundablePayment; onClose: () => void }) {
  const { left, way, by_hand, attempt, paid_year, told, year } = how;
  const { sends_mail } = useSite();
  return (
    <Dialog title={`Refund ${what}`} onClose={onClose}>
      {(close) => (
        <CallForm
          call={withParams(refundPayment, { id })}
          submitLabel="Refund"
          pendingLabel="Refunding…"
          look="danger"
          asks={false}
          onAnswer={({ code }) => {
            if (code === 200) close();
          }}
        >
          {(errors) => (
            <>
              <p className="num">
                Up to {formatMoney(left)}, {way}.{' '}
                {by_hand
                  ? 'This only records the refund. You need to pay the money yourself.'
                  : 'The refund is sent to the card straight away and can’t be undone.'}
                {year !== '' && ` It counts today, in ${year}.`}
              </p>
              <input type="hidden" name="attempt" value={attempt} />
              <MoneyField label="Amount in pounds" name="amount" pence={left} error={errors.amount} />
              <InputField
                label="Reason"
                hint={told && sends_mail ? 'This is included in the email to the payer.' : 'No email is sent.'}
                name="reason"
                maxLength={150}
                autoComplete="off"
                error={errors.reason}
                required
              />
              {paid_year && <EndSubscriptionField year={paid_year} error={errors.subscription} />}
            </>
          )}
        </CallForm>
      )}
    </Dialog>
  );
}

/**
 * A button that opens the refund form. If the payment can't be refunded now, the button is disabled, with the reason
 * next to it.
 */
export function RefundButton({ of, onAsk }: { of: RefundablePayment; onAsk: (refunding: RefundablePayment) => void }) {
  const id = useId();
  const { block } = of.how;
  return (
    <>
      <Button
        look="quiet"
        small
        aria-haspopup="dialog"
        disabled={block !== ''}
        aria-describedby={block === '' ? undefined : id}
        onClick={() => onAsk(of)}
      >
        Refund…<span className="vh"> {of.what}</span>
      </Button>
      {block !== '' && (
        <span id={id} className="meta">
          {block}
        </span>
      )}
    </>
  );
}
