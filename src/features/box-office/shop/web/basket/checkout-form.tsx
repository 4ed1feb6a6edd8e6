import { useState } from 'react';
import { accessNeedLabels, accessNeeds } from '#features/box-office/orders/order.ts';
import { CardFields } from '#features/money/payments/web/index.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { FormDraftStorage } from '#platform/web/drafts/form-draft.tsx';
import { useSite } from '#platform/web/navigation/index.ts';
import { Checkbox } from '#platform/web/ui/fields/checkbox.tsx';
import { Field, InputField, Textarea } from '#platform/web/ui/fields/field.tsx';
import { NameAndEmailFields } from '#platform/web/ui/fields/name-and-email.tsx';
import { payBasket } from '../../contract.ts';
import { ContactToBookNotice } from '../parts/checkout.tsx';
import styles from './basket-page.module.css';

/** The name under which the draft of the buyer's details is stored in the browser. */
export const buyerDraftKey = 'basket';

/** The fields that are restored after a reload while the tickets are held. Card details aren't among them. */
const restoredFields = ['name', 'email', 'phone', 'note', ...accessNeeds.map((need) => `need_${need}`)];

/** Returns the note about free tickets. With the address of the account or of the offer, they are booked at once. */
function getFreeBookingNote({
  sendsMail,
  isMember,
  isOffered,
}: Readonly<Record<'sendsMail' | 'isMember' | 'isOffered', boolean>>): string {
  if (isMember || isOffered) {
    const addresses = [
      ...(isMember ? ['your account’s email address'] : []),
      ...(isOffered ? ['the email address that you gave for the waiting list'] : []),
    ];
    const address = addresses.join(' or ');
    return `With ${address}, your tickets are booked straight away. With any other, ${sendsMail ? 'we’ll email you a link to confirm them.' : 'the box office confirms them.'}`;
  }
  return sendsMail
    ? 'We’ll email you a link. Your tickets are booked once you have opened it and confirmed them.'
    : 'The box office will confirm your tickets. The next page shows them once they’re confirmed.';
}

const getPaidBookingNote = ({ sendsMail, isEmailed }: Readonly<Record<'sendsMail' | 'isEmailed', boolean>>) =>
  sendsMail && isEmailed
    ? 'We’ll email your tickets to you.'
    : `The next page shows your tickets. ${sendsMail ? 'We don’t email them' : 'This site can’t send email'}, so keep the link to that page, or print it.`;

/** The form for the buyer's details, access needs and card. */
export function CheckoutForm({
  page: { card, typed, answer, emails_confirmation },
  basket,
}: {
  page: Page<'basket'>;
  basket: NonNullable<Page<'basket'>['basket']>;
}) {
  const { sends_mail, current_user } = useSite();
  const { total, offered } = basket;
  const isMine = typed.email !== undefined;
  const isTicked = (need: (typeof accessNeeds)[number]) =>
    typed[`need_${need}`] === '1' || (!isMine && need === 'wheelchair' && basket.wheelchairs > 0);
  const [{ name, email }, setPayer] = useState({ name: '', email: '' });
  const [asksForSpace, setAsksForSpace] = useState(isTicked('wheelchair'));
  const [bringsCompanion, setBringsCompanion] = useState(isTicked('companion'));
  if (total > 0 && card === null) {
    return <ContactToBookNotice />;
  }
  const updatePayer = (form: HTMLFormElement | null) => {
    const fields = new FormData(form ?? undefined);
    setPayer({ name: `${fields.get('name')}`, email: `${fields.get('email')}` });
  };
  const [givenName = '', ...rest] = name.trim().split(/\s+/);
  return (
    <section aria-labelledby="pay" className="stack">
      <h2 id="pay">{total === 0 ? 'Book' : 'Pay'}</h2>
      <p>
        {total === 0
          ? getFreeBookingNote({ sendsMail: sends_mail, isMember: current_user.id !== '', isOffered: offered })
          : getPaidBookingNote({ sendsMail: sends_mail, isEmailed: emails_confirmation })}
      </p>
      <div className={total > 0 ? styles.scripted : undefined}>
        <CallForm
          call={payBasket}
          submitLabel={total === 0 ? 'Book tickets' : `Pay ${formatMoney(total)}`}
          pendingLabel={total === 0 ? 'Booking…' : 'Paying…'}
          look="accent"
          what="your booking"
          stored
          leadsTo={(answer) => ('link' in answer ? answer.link : undefined)}
          answered={isMine ? answer : undefined}
        >
          {(errors) => (
            <div className="roomy stack" onChange={({ currentTarget }) => updatePayer(currentTarget.closest('form'))}>
              <FormDraftStorage
                what={buyerDraftKey}
                briefly={{ only: restoredFields, seconds: basket.seconds_left, onBack: updatePayer }}
              />
              <NameAndEmailFields typed={typed} errors={errors} maxLengths={{ name: 80 }} required />
              <InputField
                label="Phone number (optional)"
                name="phone"
                type="tel"
                autoComplete="tel"
                maxLength={40}
                hint="So that we can reach you if anything changes on the day."
                defaultValue={typed.phone}
                error={errors.phone}
              />
              <fieldset className={styles.needs}>
                <legend>Do you need any of these?</legend>
                {accessNeeds
                  .filter((need) => need !== 'companion' || basket.companions_free)
                  .map((need) => (
                    <Checkbox
                      key={need}
                      name={`need_${need}`}
                      value="1"
                      defaultChecked={isTicked(need)}
                      onChange={({ target }) => {
                        if (need === 'wheelchair') setAsksForSpace(target.checked);
                        if (need === 'companion') setBringsCompanion(target.checked);
                      }}
                    >
                      {accessNeedLabels[need]}
                    </Checkbox>
                  ))}
                {asksForSpace && basket.wheelchair && (
                  <p role="status">
                    <strong>{basket.wheelchair}</strong>
                  </p>
                )}
                {basket.companion && (bringsCompanion || !basket.companions_free) && (
                  <p role="status">
                    <strong>{basket.companion}</strong>
                  </p>
                )}
              </fieldset>
              <Field label="Anything else?" hint="Seats near the door, for example." error={errors.note}>
                {(control) => <Textarea {...control} name="note" rows={3} maxLength={300} defaultValue={typed.note} />}
              </Field>
              <input type="hidden" name="amount_due" value={total} />
              {card && total > 0 && (
                <CardFields
                  form={card}
                  at={payBasket.path}
                  payer={{ givenName, familyName: rest.join(' '), email }}
                  pence={total}
                  keeps={false}
                />
              )}
            </div>
          )}
        </CallForm>
      </div>
      {card && (
        <noscript>
          <p>
            Paying by card needs JavaScript, and your browser has it switched off. Switch it on and reload this page. Or{' '}
            <a href="/contact">write to us</a> with the performance and the number of tickets, and the box office will
            reserve them: here they are held only until the time above.
          </p>
        </noscript>
      )}
    </section>
  );
}
