import { type ReactNode, useState } from 'react';
import { paymentSourceLabels } from '#features/money/ledger/entry.ts';
import { formatCard } from '#features/money/payments/cards.ts';
import type { CardFormConfig } from '#features/money/payments/contract.ts';
import { type BillingContact, CardFields } from '#features/money/payments/web/index.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatLocalDate } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { formatCannotEmailMessage } from '#platform/shared/text/cannot-email.ts';
import { CallStatus, clearResponse } from '#platform/web/alerts/index.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { useSite } from '#platform/web/navigation/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Alert } from '#platform/web/ui/content/alert.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { Field, InputField, Select } from '#platform/web/ui/fields/field.tsx';
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx';
import { RadioGroup } from '#platform/web/ui/fields/radio-group.tsx';
import {
  cancelSubscriptionForMember,
  type MemberSubscriptions,
  paySubscription,
  type Receipt,
  replaceCard,
  type Subscription,
  startSubscription,
} from '../contract.ts';
import { receiptPath } from '../paths.ts';
import { getMonthName } from '../renewal.ts';
import styles from './manage-membership.module.css';
import { SubscriptionRow } from './subscription-row.tsx';

const buildPayCall = ({ id }: Pick<Subscription, 'id'>) => withParams(paySubscription, { sub_id: id });

/** A form that pays a subscription's next year with a card. Later renewals are charged to the same card. */
function RenewalPaymentForm({
  held,
  form,
  payer,
  onDone,
}: {
  held: Subscription;
  form: CardFormConfig;
  payer: BillingContact;
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
          <p>After this payment, your subscription renews with this card until you cancel.</p>
          <input type="hidden" name="amount_due" value={held.amount_due} />
          <CardFields form={form} at={call.path} payer={payer} pence={held.amount_due} />
        </>
      )}
    </CallForm>
  );
}

/** The member's payments and refunds, newest first. */
const Receipts = ({ receipts }: { receipts: readonly Receipt[] }) => (
  <div className={styles.part}>
    <h3>Receipts</h3>
    <ul className={`ruled ${styles.receipts}`}>
      {receipts.map((receipt) => (
        <li key={receipt.id} className="spread">
          <div>
            {receipt.for_name ? `${receipt.plan_name} for ${receipt.for_name}` : receipt.plan_name}
            <p className={styles.meta}>
              <time dateTime={receipt.date}>{formatLocalDate(receipt.date)}</time>
              {`, ${formatCard(receipt) || paymentSourceLabels[receipt.source]}`}
            </p>
          </div>
          <div className={styles.receipt}>
            <span className="num">
              {receipt.amount < 0 ? `Refunded ${formatMoney(-receipt.amount)}` : formatMoney(receipt.amount)}
            </span>
            {receipt.refunded > 0 && <span className={styles.meta}>{formatMoney(receipt.refunded)} refunded</span>}
            <a href={receiptPath(receipt.id)}>
              Open receipt<span className="vh"> of {formatLocalDate(receipt.date)}</span>
            </a>
          </div>
        </li>
      ))}
    </ul>
  </div>
);

/** A form for a new card, with which all the member's active subscriptions will renew. */
const ReplaceCardForm = ({
  form,
  payer,
  onDone,
}: {
  form: CardFormConfig;
  payer: BillingContact;
  onDone: () => void;
}) => (
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
        <p>All your subscriptions that renew will use the new card. Nothing is charged now.</p>
        <CardFields form={form} at={replaceCard.path} payer={payer} />
      </>
    )}
  </CallForm>
);

/**
 * The membership section of the account settings: a member's subscriptions, the forms to start, pay and cancel them and
 * to replace the card, and the receipts.
 */
export function ManageMembershipSection({
  of: { options, active, receipts },
  form,
  payer,
}: {
  of: MemberSubscriptions;
  /** Null if card payments are off. */
  form: CardFormConfig | null;
  payer: BillingContact;
}) {
  /** The open form: "start", "card", or the id of the subscription to pay; "" if none is. */
  const [open, setOpen] = useState('');
  /**
   * The response slot of the payment form that was opened last; "" before the first. The response stays after the form
   * has closed.
   */
  const [paySlot, setPaySlot] = useState('');
  const clearAllResponses = () => {
    for (const slot of [startSubscription.path, replaceCard.path, paySlot]) clearResponse(slot);
  };
  const toggle = (part: string) => {
    clearAllResponses();
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
              <SubscriptionRow
                key={held.id}
                held={held}
                onChange={clearAllResponses}
                card={
                  form &&
                  held === renewing && (
                    <span className={styles.scripted}>
                      <Button look="line" small aria-expanded={open === 'card'} onClick={() => toggle('card')}>
                        {open === 'card' ? 'Keep the current card' : 'Replace the card'}
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
                        setPaySlot(buildPayCall(held).path);
                        toggle(held.id);
                      }}
                    >
                      {open === held.id ? 'Not now' : 'Pay now'}
                    </Button>
                  )
                }
              >
                {form && open === held.id && (
                  <RenewalPaymentForm held={held} form={form} payer={payer} onDone={close} />
                )}
              </SubscriptionRow>
            ))}
          </ul>
          <div className={`row ${styles.scripted}`}>
            {open !== 'card' && <CallStatus slot={replaceCard.path} />}
            {open === '' && paySlot !== '' && <CallStatus slot={paySlot} />}
          </div>
          {form && renewing && open === 'card' && <ReplaceCardForm form={form} payer={payer} onDone={close} />}
        </div>
      )}
      <StartSection options={options} form={form} isFirst={active.length === 0}>
        {(cardForm) => (
          <div className={styles.part}>
            <noscript>
              <Alert tone="bad" title="Card payments need JavaScript">
                Turn on JavaScript in your browser to pay by card, or ask the committee about other ways to pay.
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
              {open !== 'start' && <CallStatus slot={startSubscription.path} />}
            </div>
            {open === 'start' && (
              <StartSubscriptionForm options={options} form={cardForm} payer={payer} onDone={close} />
            )}
          </div>
        )}
      </StartSection>
      {receipts.length > 0 && <Receipts receipts={receipts} />}
    </div>
  );
}

function StartSection({
  options,
  form,
  isFirst,
  children,
}: {
  options: MemberSubscriptions['options'];
  form: CardFormConfig | null;
  isFirst: boolean;
  children: (form: CardFormConfig) => ReactNode;
}) {
  if (options.length === 0) {
    return isFirst && <EmptyState title="No plans yet">Plans that you can subscribe to will appear here.</EmptyState>;
  }
  if (form) return children(form);
  return (
    <EmptyState title="Card payments are switched off">
      You can’t pay for subscriptions here at the moment. Ask the committee about other ways to pay.
    </EmptyState>
  );
}

type Option = MemberSubscriptions['options'][number];

/** A form that starts a subscription: the plan, the person it is for, the amounts now and later, and the card. */
export function StartSubscriptionForm({
  options,
  form,
  payer,
  onDone,
}: {
  options: readonly Option[];
  form: CardFormConfig;
  payer: BillingContact;
  onDone: () => void;
}) {
  const [chosen, setChosen] = useState(options[0]?.id);
  const [subscriber, setSubscriber] = useState<'SELF' | 'OTHER'>('SELF');
  const plan = options.find(({ id }) => id === chosen);
  const pay = plan ? `Pay ${formatMoney(plan.first_amount)}` : 'Pay';
  return (
    <CallForm
      call={startSubscription}
      submitLabel={pay}
      look="accent"
      pendingLabel="Paying…"
      what="the subscription"
      onAnswer={({ code }) => {
        if (code === 200) onDone();
      }}
    >
      {(errors) => (
        <>
          <Field label="Plan" hint={plan?.desc} error={errors.subs_level}>
            {(control) => (
              <Select {...control} name="subs_level" value={chosen} onChange={({ target }) => setChosen(target.value)}>
                {options.map(({ id, name, amount }) => (
                  <option key={id} value={id}>
                    {name}, {formatMoney(amount)} a year
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <RadioGroup
            legend="Who is it for?"
            name="sub_for"
            choices={[
              ['SELF', 'Myself'],
              ['OTHER', 'Someone else'],
            ]}
            value={subscriber}
            onChoose={setSubscriber}
          />
          {subscriber === 'OTHER' && <OtherPerson errors={errors} />}
          {plan && <Terms plan={plan} />}
          <input type="hidden" name="amount_due" value={plan?.first_amount} />
          <CardFields
            form={form}
            at={startSubscription.path}
            payer={payer}
            {...(plan ? { pence: plan.first_amount } : {})}
          />
        </>
      )}
    </CallForm>
  );
}

function OtherPerson({ errors }: { errors: Record<string, string> }) {
  const common = { autoComplete: 'off', required: true };
  return (
    <div className="stack">
      <FieldPair>
        <InputField {...common} label="Their name" error={errors.name} name="name" maxLength={100} />
        <InputField
          {...common}
          label="Their phone number"
          error={errors.phone_number}
          name="phone_number"
          type="tel"
          maxLength={40}
        />
      </FieldPair>
      <FieldPair>
        <InputField
          {...common}
          label="Their emergency contact"
          error={errors.e_con_name}
          name="e_con_name"
          maxLength={100}
        />
        <InputField
          {...common}
          label="The contact’s phone number"
          error={errors.e_con_phone}
          name="e_con_phone"
          type="tel"
          maxLength={40}
        />
      </FieldPair>
    </div>
  );
}

/** The amounts charged now and at each renewal, which must be shown before the first card payment. */
function Terms({ plan: { amount, first_amount, renews_on, renewal_month } }: { plan: Option }) {
  return (
    <p className={`${styles.terms} num`}>
      You pay <strong>{formatMoney(first_amount)}</strong> now. It renews on {formatLocalDate(renews_on)} with the same
      card, and on each 1 {getMonthName(renewal_month)} after that, for {formatMoney(amount)} a year until you cancel.
    </p>
  );
}

/** A form that cancels a renewal on a member's behalf, with a reason and the choice to email them. */
export const CancelMemberRenewalForm = ({ id, onDone }: { id: string; onDone?: () => void }) => {
  const { sends_mail } = useSite();
  return (
    <CallForm
      call={withParams(cancelSubscriptionForMember, { sub_id: id })}
      submitLabel="Cancel renewal"
      pendingLabel="Cancelling…"
      look="danger"
      what="the reason"
      onAnswer={({ code }) => {
        if (code === 200) onDone?.();
      }}
    >
      {(errors) => (
        <>
          <p>
            The subscription won’t renew, and no card will be charged for it again. The time already paid for stays
            valid, and nothing is refunded.
          </p>
          <InputField
            label="Reason"
            hint="It’s kept in the audit log. It isn’t in the email, but the member can find it with “Download my data”."
            error={errors.reason}
            name="reason"
            maxLength={300}
            required
            autoComplete="off"
          />
          <RadioGroup
            legend="Email"
            name="tell"
            choices={[
              ['yes', 'Tell the member by email'],
              ['no', 'Send no email: they have died, or already know'],
            ]}
            value="yes"
          >
            {!sends_mail && (
              <p className="meta">{`${formatCannotEmailMessage()} The email is only stored in the mail log.`}</p>
            )}
          </RadioGroup>
        </>
      )}
    </CallForm>
  );
};
