import { Fragment, useState } from 'react';
import { formatMoney } from '#platform/shared/money.ts';
import type { Page } from '#platform/shared/pages.ts';
import { buildPersonNameKey } from '#platform/shared/text/person-name.ts';
import { fold } from '#platform/shared/text/text.ts';
import { Combobox } from '#platform/web/ui/fields/combobox.tsx';
import { Field, Select } from '#platform/web/ui/fields/field.tsx';
import { PaymentForm } from './payment-form.tsx';

type Content = Page<'get_subs'>;
type Member = Content['members'][number];

const maxSuggestions = 8;

export function SubscriptionPaymentForm({ page }: { page: Content }) {
  const { plans, members } = page;
  const [planId, setPlanId] = useState(plans[0]?.id ?? '');
  const [typed, setTyped] = useState('');
  const [member, setMember] = useState<Member | null>(null);
  /** The number of payments recorded, as a key that resets the fields. */
  const [entered, setEntered] = useState(0);
  const plan = plans.find(({ id }) => id === planId);
  const price = plan && (member?.plan_id === plan.id ? plan.amount : plan.first_amount);

  const choose = (chosen: Member | null) => {
    setMember(chosen);
    if (chosen) setTyped(chosen.name);
    if (chosen && plans.some(({ id }) => id === chosen.plan_id)) setPlanId(chosen.plan_id);
  };
  const words = fold(typed).split(' ').filter(Boolean);
  const found =
    words.length === 0 || member
      ? null
      : members.filter(({ name, note }) => words.every((word) => fold(`${name} ${note}`).includes(word)));
  const suggestions = found?.slice(0, maxSuggestions).map(({ id, name, note }) => ({ id, text: name, note })) ?? null;
  const chooseOnlyMatch = () => {
    const matches =
      member || typed.trim() === ''
        ? []
        : members.filter(({ name }) => buildPersonNameKey(name) === buildPersonNameKey(typed));
    if (matches.length === 1 && matches[0]) choose(matches[0]);
  };

  return (
    <PaymentForm
      page={page}
      pence={price}
      onEntered={() => {
        setTyped('');
        setMember(null);
        setEntered(entered + 1);
      }}
    >
      {(errors, questions) => (
        <Fragment key={entered}>
          <input type="hidden" name="what" value="subscription" />
          {!questions.some(({ field }) => field === 'member') && (
            <input type="hidden" name="member" value={member?.id ?? ''} />
          )}
          <Field
            label="Member"
            hint={member?.note || 'Anyone on the membership list, or the name of somebody new.'}
            error={errors.member ?? errors.name}
          >
            {(control) => (
              <Combobox
                {...control}
                name="name"
                maxLength={80}
                typed={typed}
                onType={(text) => {
                  setTyped(text);
                  setMember(null);
                }}
                options={suggestions}
                onChoose={({ id }) => choose(members.find((listed) => listed.id === id) ?? null)}
                onLeave={chooseOnlyMatch}
                emptyMessage="Nobody on the list has this name. They will be added to it."
                more={
                  found &&
                  found.length > maxSuggestions &&
                  `${found.length - maxSuggestions} more: type more of the name`
                }
              />
            )}
          </Field>
          <Field label="Plan" error={errors.plan_id}>
            {(control) => (
              <Select {...control} name="plan_id" value={planId} onChange={({ target }) => setPlanId(target.value)}>
                {plans.map(({ id, name, amount }) => (
                  <option key={id} value={id}>
                    {name}, {formatMoney(amount)} a year
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </Fragment>
      )}
    </PaymentForm>
  );
}
