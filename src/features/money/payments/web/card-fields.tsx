import { useEffect, useRef } from 'react';
import { formatPounds } from '#platform/shared/money.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Alert } from '#platform/web/ui/content/alert.tsx';
import type { CardForm } from '../contract.ts';
import styles from './card-fields.module.css';
import type { Verification } from './square-script.ts';
import { type CardState, useCard } from './use-card.ts';

/** The payer's data for the bank's verification. */
export interface BillingContact {
  givenName: string;
  familyName: string;
  email: string;
}

/** The text under the card form in each state. */
const stateTexts: Readonly<Record<CardState['is'], string>> = {
  'getting ready': 'Loading the card form…',
  ready: 'Your card number goes straight to Square. We never see it.',
  paying: 'Checking your card. Your bank may ask you to confirm that it’s you.',
  failed: '',
  paid: '',
};

/**
 * Square's card form within another form, and hidden fields for the card's token. When the form is submitted, Square
 * creates the token first, and then the form is sent. Square's script is fetched only when the card form is on screen.
 */
export function CardFields({
  form,
  at,
  payer,
  pence,
  keeps = true,
}: {
  form: CardForm;
  /** The slot of the enclosing form's messages. */
  at: string;
  payer: BillingContact;
  /** The pence charged now. Left out if the card is only stored. */
  pence?: number;
  /** True if the card is also stored. */
  keeps?: boolean;
}) {
  const place = useRef<HTMLDivElement>(null);
  const verification: Verification = {
    ...(pence === undefined
      ? { intent: 'STORE' }
      : { intent: keeps ? 'CHARGE_AND_STORE' : 'CHARGE', amount: formatPounds(pence), currencyCode: 'GBP' }),
    billingContact: { countryCode: 'GB', ...payer },
    customerInitiated: true,
    sellerKeyedIn: false,
  };
  const latest = useRef(verification);
  useEffect(() => {
    latest.current = verification;
  });
  const { state, fields, again } = useCard({ form, at, place, verification: latest });
  return (
    <section
      className={styles.card}
      aria-label="Card"
      aria-busy={state.is === 'getting ready' || state.is === 'paying'}
    >
      {form.environment !== 'production' && (
        <p>
          <strong>Practice mode: no money is taken.</strong> Use one of the test cards.
        </p>
      )}
      <div ref={place} />
      <p role="status" className={styles.says}>
        {stateTexts[state.is]}
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
