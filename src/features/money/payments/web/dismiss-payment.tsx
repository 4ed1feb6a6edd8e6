import { useState } from 'react';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';
import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';
import { dismissUnknownPayment } from '../contract.ts';

/** A payment, refund or dispute at Square that may not be ours. */
interface UnknownPayment {
  id: string;
  /** Pence. */
  amount: number;
}

/** The button and dialog that dismiss a payment, refund or dispute at Square that isn't ours. */
export function DismissPayment({ of: { id, amount } }: { of: UnknownPayment }) {
  const [isAsking, ask] = useState(false);
  return (
    <>
      <Button small look="line" aria-haspopup="dialog" onClick={() => ask(true)}>
        This isn’t ours…<span className="vh"> {formatMoney(amount)}</span>
      </Button>
      {isAsking && (
        <Dialog title={`Dismiss ${formatMoney(amount)}`} onClose={() => ask(false)}>
          {(close) => (
            <CallForm
              call={withParams(dismissUnknownPayment, { id })}
              submitLabel={`Dismiss ${formatMoney(amount)}`}
              pendingLabel="Dismissing…"
              asks={false}
              onAnswer={({ code }) => {
                if (code === 200) close();
              }}
            >
              {(errors) => (
                <>
                  <p>It disappears from this list. Nothing changes in the ledger or at Square.</p>
                  <InputField
                    label="What is it?"
                    hint="For example “Raffle, paid with the card reader”. It appears in the audit log."
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
      )}
    </>
  );
}
