import { useEffect, useRef } from 'react';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Alert } from '#platform/web/ui/content/alert.tsx';
import type { CardForm } from '../contract.ts';
import styles from './card-fields.module.css';
import type { BillingContact, CardPurpose } from './card-form/provider-card-form.ts';
import { type CardState, useCard } from './use-card.ts';

/** The text under the card form in each state. */
const stateTexts: Readonly<Record<Exclude<CardState['is'], 'ready'>, string>> = {
  'getting ready': 'Loading the card form…',
  paying: 'Checking your card. Your bank may ask you to confirm that it’s you.',
  failed: '',
  paid: '',
};

/**
 * The provider's card form within another form, and hidden fields for the card's token. When the form is submitted, the
 * provider creates the token first, and then the form is sent. The provider's script is fetched only when the card form
 * is on screen.
 */
export function CardFields({
  form,
  at,
  payer,
  pence,
  keeps = true,
}: {
  form: CardForm;
  /** The place where the enclosing form shows its messages. */
  at: string;
  payer: BillingContact;
  /** The pence charged now. Left out if the card is only stored. */
  pence?: number;
  /** True if the card is also stored. */
  keeps?: boolean;
}) {
  const place = useRef<HTMLDivElement>(null);
  const purpose: CardPurpose = { payer, pence, isStored: keeps };
  const latest = useRef(purpose);
  useEffect(() => {
    latest.current = purpose;
  });
  const { state, fields, again } = useCard({ form, at, place, purpose: latest });
  return (
    <section
      className={styles.card}
      aria-label="Card"
      aria-busy={state.is === 'getting ready' || state.is === 'paying'}
    >
      {form.environment !== 'production' && (
        <p>
          <strong>Practice mode: no money is taken.</strong> Use one of{' '}
          {form.environment === 'practice' ? 'the practice cards' : 'Square’s test cards'}.
        </p>
      )}
      <div ref={place} />
      <p role="status" className={styles.says}>
        {state.is === 'ready'
          ? `Your card number goes straight to ${form.provider}. We never see it.`
          : stateTexts[state.is]}
      </p>
      <div role="alert">
        {state.is === 'failed' && state.said !== '' && (
          <Alert tone="bad" title={state.said} className={state.code}>
            {again && (
              <p>
                <Button look="line" small onClick={again}>
                  Try again
                </Button>
              </p>
            )}
          </Alert>
        )}
      </div>
      <input ref={fields.card_nonce} type="hidden" name="card_nonce" />
      <input ref={fields.verification_token} type="hidden" name="verification_token" />
      <input ref={fields.card_details} type="hidden" name="card_details" />
    </section>
  );
}
