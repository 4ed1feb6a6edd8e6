import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { clearResponse, useCallResponse } from '#platform/web/alerts/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Alert } from '#platform/web/ui/content/alert.tsx';
import type { CardFormConfig } from '../contract.ts';
import styles from './card-fields.module.css';
import {
  type BillingContact,
  CardError,
  type CardPurpose,
  type CardToken,
  type ProviderCardForm,
} from './card-form/provider-card-form.ts';
import { createCardForm } from './create-card-form.ts';

/** The text under the card form in each state except `ready`, whose text names the provider. */
const stateTexts: Readonly<Record<Exclude<CardState['is'], 'ready'>, string>> = {
  'getting ready': 'Loading the card form…',
  paying: 'Checking your card. Your bank may ask you to confirm that it’s you.',
  failed: '',
  paid: '',
};

/**
 * The provider's card form within another form, and hidden fields for the card's token. When the outer form is
 * submitted, the provider creates the token first; only then is the outer form sent. The provider's script is fetched
 * only when the card form is on screen.
 */
export function CardFields({
  form,
  at,
  payer,
  pence,
  keeps = true,
}: {
  form: CardFormConfig;
  /** The slot in which the enclosing form shows its messages. */
  at: string;
  payer: BillingContact;
  /** The amount charged now, in pence. Left out if the card is only stored. */
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

type CardState =
  | { is: 'getting ready' | 'ready' | 'paying' | 'paid' }
  /** `said` is "" if the form around the card shows the message. `code` is the provider's or our own. */
  | { is: 'failed'; said: string; code: string };

const loadFailure = {
  is: 'failed',
  said: 'The card form couldn’t be loaded, so nothing was charged. Check your connection and try again.',
  code: 'unready',
} as const;

const responseFailure = {
  userMessage: 'The card form didn’t respond, so nothing was charged. Please try again in a moment.',
  code: 'NETWORK_ERROR',
};

/** Opens the card form in `place` and manages its state. Until it is ready, the form around it can't be sent. */
function useCard({
  form,
  at,
  place,
  purpose,
}: {
  form: CardFormConfig;
  at: string;
  place: RefObject<HTMLDivElement | null>;
  purpose: RefObject<CardPurpose>;
}) {
  const [state, setState] = useState<CardState>({ is: 'getting ready' });
  const [attempt, setAttempt] = useState(0);
  const opened = useRef<ProviderCardForm>(null);
  const isAsking = useRef(false);
  const fields = {
    card_nonce: useRef<HTMLInputElement>(null),
    verification_token: useRef<HTMLInputElement>(null),
    card_details: useRef<HTMLInputElement>(null),
  };
  const { card_nonce, verification_token, card_details } = fields;
  const fill = useCallback(
    (token: CardToken) => {
      if (card_nonce.current) card_nonce.current.value = token.card_nonce;
      if (verification_token.current) verification_token.current.value = token.verification_token;
      if (card_details.current) card_details.current.value = token.card_details;
    },
    [card_nonce, verification_token, card_details],
  );

  const { provider, script, application_id, location_id, environment } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens the form again
  useEffect(() => {
    let isGone = false;
    let card: ProviderCardForm | undefined;
    const open = async (within: HTMLElement) => {
      const created = await createCardForm({ provider, script, application_id, location_id, environment });
      if (isGone) return void created.destroy();
      card = created;
      await card.attach(within);
      if (isGone) return;
      opened.current = card;
      setState({ is: 'ready' });
    };
    setState({ is: 'getting ready' });
    if (place.current) open(place.current).catch(() => !isGone && setState(loadFailure));
    return () => {
      isGone = true;
      opened.current = null;
      void card?.destroy();
    };
  }, [attempt, place, provider, script, application_id, location_id, environment]);

  useEffect(() => {
    const around = place.current?.closest('form');
    const take = async (sent: HTMLFormElement, card: ProviderCardForm, submitter: HTMLElement | null) => {
      isAsking.current = true;
      // The response on the screen is about the previous card
      clearResponse(at);
      setState({ is: 'paying' });
      submitter?.setAttribute('aria-busy', 'true');
      const token = await card.tokenise(purpose.current).catch((error: unknown) => {
        const { userMessage: said, code } = error instanceof CardError ? error : responseFailure;
        setState({ is: 'failed', said, code });
      });
      isAsking.current = false;
      submitter?.removeAttribute('aria-busy');
      if (!token) return;
      fill(token);
      sent.requestSubmit(submitter);
    };
    // Listens on the form itself, to run before React's handler. Nothing must be sent without a token
    const hold = (event: SubmitEvent) => {
      if (card_nonce.current?.value) return setState({ is: 'paying' });
      // The form's own validation reports every missing field first
      if (around?.checkValidity() === false) return;
      event.preventDefault();
      event.stopPropagation();
      const { current } = opened;
      if (around && current && !isAsking.current) void take(around, current, event.submitter);
    };
    around?.addEventListener('submit', hold);
    return () => around?.removeEventListener('submit', hold);
  }, [at, place, purpose, card_nonce, fill]);

  const answer = useCallResponse(at);
  const seen = useRef(answer);
  useEffect(() => {
    if (answer === seen.current) return;
    seen.current = answer;
    if (!answer) return;
    // Without a response, or after a server error, the card may have been charged. Sending the same token again is
    // safe, but a new token could charge the card twice
    if (answer.code !== 0 && answer.code < 500) fill({ card_nonce: '', verification_token: '', card_details: '' });
    setState(answer.code === 200 ? { is: 'paid' } : { is: 'failed', said: '', code: `${answer.code}` });
  }, [answer, fill]);

  const again = state === loadFailure ? () => setAttempt(attempt + 1) : undefined;
  return { state, fields, again };
}
