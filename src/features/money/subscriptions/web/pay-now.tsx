import type { CardForm } from '#features/money/payments/contract.ts';
import { CardFields, type Payer } from '#features/money/payments/web/index.ts';
import { withParams } from '#platform/shared/calls.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { paySubscription, type Subscription } from '../contract.ts';

/** Builds the call that pays a subscription's next year. */
export const buildPayCall = ({ id }: Pick<Subscription, 'id'>) => withParams(paySubscription, { sub_id: id });

/** The next year of a subscription that is due, with a card that it renews with from then on. */
export function PayNow({
  held,
  form,
  payer,
  onDone,
}: {
  held: Subscription;
  form: CardForm;
  payer: Payer;
  onDone: () => void;
}) {
  const call = buildPayCall(held);
  return (
    <CallForm
      call={call}
      submitLabel={`Pay ${formatMoney(held.amount_due)}`}
      look="accent"
      pendingLabel="Paying…"
      what="the card"
      onAnswer={({ code }) => {
        if (code === 200) onDone();
      }}
    >
      {() => (
        <>
          <p>After this, it renews with this card until you cancel.</p>
          <input type="hidden" name="amount_due" value={held.amount_due} />
          <CardFields form={form} at={call.path} payer={payer} pence={held.amount_due} />
        </>
      )}
    </CallForm>
  );
}
