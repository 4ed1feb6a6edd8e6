import { type ReactNode, useState } from 'react';
import type { CardForm } from '#features/money/payments/contract.ts';
import type { Payer } from '#features/money/payments/web/index.ts';
import { CallAnswer, clearAnswer } from '#platform/web/alerts/index.ts';
import { Alert } from '#platform/web/ui/alert.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { replaceCard, type SubscriptionsView, startSubscription } from '../contract.ts';
import { HeldSubscription } from './held-subscription.tsx';
import styles from './manage-membership.module.css';
import { buildPayCall, PayNow } from './pay-now.tsx';
import { Receipts } from './receipts.tsx';
import { ReplaceCard } from './replace-card.tsx';
import { StartSubscriptionForm } from './start-subscription-form.tsx';

/** A member's present and possible subscriptions, the card they renew with, and the payments. */
export function ManageMembership({
  of: { options, active, receipts },
  form,
  payer,
}: {
  of: SubscriptionsView;
  /** Null if paying by card is off. */
  form: CardForm | null;
  payer: Payer;
}) {
  /** The open form: one at a time; to pay, the subscription's id. */
  const [open, setOpen] = useState('');
  /** The slot for the message about the last payment, once its form has closed. */
  const [paidAt, setPaidAt] = useState('');
  /** Only the last message is shown. */
  const unsayAll = () => {
    for (const at of [startSubscription.path, replaceCard.path, paidAt]) clearAnswer(at);
  };
  const toggle = (part: string) => {
    unsayAll();
    setOpen(open === part ? '' : part);
  };
  const close = () => setOpen('');
  const renewing = active.find(({ cancelled, status }) => !cancelled && status !== 'lapsed');
  return (
    <div className={`${styles.membership} long-answers`}>
      {active.length > 0 && (
        <div className={styles.part}>
          <ul className={styles.list}>
            {active.map((held) => (
              <HeldSubscription
                key={held.id}
                held={held}
                onChange={unsayAll}
                card={
                  form &&
                  held === renewing && (
                    <span className={styles.scripted}>
                      <Button look="line" small aria-expanded={open === 'card'} onClick={() => toggle('card')}>
                        {open === 'card' ? 'Don’t change it' : 'Replace the card'}
                      </Button>
                    </span>
                  )
                }
                pay={
                  form &&
                  held.amount_due > 0 && (
                    <Button
                      look={open === held.id ? 'line' : 'accent'}
                      small
                      aria-expanded={open === held.id}
                      aria-label={`${open === held.id ? 'Not now' : 'Pay now'}: ${held.plan_name} for ${held.name}`}
                      onClick={() => {
                        setPaidAt(buildPayCall(held).path);
                        toggle(held.id);
                      }}
                    >
                      {open === held.id ? 'Not now' : 'Pay now'}
                    </Button>
                  )
                }
              >
                {form && open === held.id && <PayNow held={held} form={form} payer={payer} onDone={close} />}
              </HeldSubscription>
            ))}
          </ul>
          <div className={`row ${styles.scripted}`}>
            {open !== 'card' && <CallAnswer slot={replaceCard.path} />}
            {open === '' && paidAt !== '' && <CallAnswer slot={paidAt} />}
          </div>
          {form && renewing && open === 'card' && <ReplaceCard form={form} payer={payer} onDone={close} />}
        </div>
      )}
      <WhatCanBeStarted options={options} form={form} isFirst={active.length === 0}>
        {(taking) => (
          <div className={styles.part}>
            <noscript>
              <Alert tone="bad" title="Card payments need JavaScript">
                Turn it on in your browser to pay by card, or ask the committee about other ways to pay.
              </Alert>
            </noscript>
            <div className={`row ${styles.scripted}`}>
              <Button
                look={open === 'start' || active.length > 0 ? 'line' : 'accent'}
                aria-expanded={open === 'start'}
                onClick={() => toggle('start')}
              >
                {open === 'start' ? 'Not now' : active.length > 0 ? 'Add another subscription' : 'Start a subscription'}
              </Button>
              {open !== 'start' && <CallAnswer slot={startSubscription.path} />}
            </div>
            {open === 'start' && <StartSubscriptionForm options={options} form={taking} payer={payer} onDone={close} />}
          </div>
        )}
      </WhatCanBeStarted>
      {receipts.length > 0 && <Receipts receipts={receipts} />}
    </div>
  );
}

function WhatCanBeStarted({
  options,
  form,
  isFirst,
  children,
}: {
  options: SubscriptionsView['options'];
  form: CardForm | null;
  isFirst: boolean;
  children: (form: CardForm) => ReactNode;
}) {
  if (options.length === 0) {
    return isFirst && <EmptyState title="No plans yet">Plans that you can subscribe to will appear here.</EmptyState>;
  }
  if (form) return children(form);
  return (
    <EmptyState title="Card payments are switched off">
      You can’t pay for subscriptions here at the moment. Ask the committee how to pay yours.
    </EmptyState>
  );
}
