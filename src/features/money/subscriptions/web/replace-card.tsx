import type { CardForm } from '#features/money/payments/contract.ts';
import { CardFields, type Payer } from '#features/money/payments/web/index.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { replaceCard } from '../contract.ts';

/** Another card for everything that renews. */
export const ReplaceCard = ({ form, payer, onDone }: { form: CardForm; payer: Payer; onDone: () => void }) => (
  <CallForm
    call={replaceCard}
    submitLabel="Save new card"
    pendingLabel="Saving…"
    what="the card"
    onAnswer={({ code }) => {
      if (code === 200) onDone();
    }}
  >
    {() => (
      <>
        <p>All your subscriptions will renew with the new card. Nothing is charged now.</p>
        <CardFields form={form} at={replaceCard.path} payer={payer} />
      </>
    )}
  </CallForm>
);
