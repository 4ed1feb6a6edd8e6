import { useState } from 'react';
import { getMonthName } from '#features/money/membership/period.ts';
import type { CardForm } from '#features/money/payments/contract.ts';
import { type BillingContact, CardFields } from '#features/money/payments/web/index.ts';
import { formatDateOfInstant } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { Field, Select } from '#platform/web/ui/fields/field.tsx';
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';
import { type SubscriptionsView, startSubscription } from '../contract.ts';
import styles from './manage-membership.module.css';

type Option = SubscriptionsView['options'][number];

/** A form that starts a subscription: the plan, the person it is for, the amounts now and later, and the card. */
export function StartSubscriptionForm({
  options,
  form,
  payer,
  onDone,
}: {
  options: readonly Option[];
  form: CardForm;
  payer: BillingContact;
  onDone: () => void;
}) {
  const [chosen, setChosen] = useState(options[0]?.id);
  const [isOther, setIsOther] = useState(false);
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
          <fieldset className={styles.choices}>
            <legend>Who is it for?</legend>
            <label>
              <input type="radio" name="sub_for" value="SELF" checked={!isOther} onChange={() => setIsOther(false)} />
              Myself
            </label>
            <label>
              <input type="radio" name="sub_for" value="OTHER" checked={isOther} onChange={() => setIsOther(true)} />
              Someone else
            </label>
          </fieldset>
          {isOther && <OtherPerson errors={errors} />}
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
      You pay <strong>{formatMoney(first_amount)}</strong> now. It renews on {formatDateOfInstant(renews_on)} with the
      same card, and on each 1 {getMonthName(renewal_month)} after that, for {formatMoney(amount)} a year until you
      cancel.
    </p>
  );
}
