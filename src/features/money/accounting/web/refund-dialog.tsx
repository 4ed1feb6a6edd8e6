import { useId } from 'react';
import { PaidYearField } from '#features/money/payments/web/index.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { useSite } from '#platform/web/navigation/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';
import { MoneyField } from '#platform/web/ui/fields/money-field.tsx';
import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';
import { type RefundOption, refundPayment } from '../contract.ts';

export interface RefundTarget {
  id: string;
  /** The subject and the payer: "Full member, Ruth Marsh". */
  what: string;
  how: RefundOption;
}

/** Asks for the amount and the reason, and refunds a payment. */
export function EntryRefundDialog({ of: { id, what, how }, onClose }: { of: RefundTarget; onClose: () => void }) {
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
                  : 'The refund goes to their card straight away and can’t be undone.'}
                {year !== '' && ` It counts today, in ${year}.`}
              </p>
              <input type="hidden" name="attempt" value={attempt} />
              <MoneyField label="Amount in pounds" name="amount" pence={left} error={errors.amount} />
              <InputField
                label="Reason"
                hint={told && sends_mail ? 'This is included in the email to them.' : 'No email is sent.'}
                name="reason"
                maxLength={150}
                autoComplete="off"
                error={errors.reason}
                required
              />
              {paid_year && <PaidYearField year={paid_year} error={errors.subscription} />}
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
export function RefundButton({ of, onAsk }: { of: RefundTarget; onAsk: (refunding: RefundTarget) => void }) {
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
