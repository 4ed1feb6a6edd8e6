import { useState } from 'react';
import { formatCorrectionYearNotice } from '#features/money/ledger/financial-year.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatDate } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { joinLabels } from '#platform/shared/text/join-labels.ts';
import { VersionedForm } from '#platform/web/conflict/versioned-form.tsx';
import { Checkbox } from '#platform/web/ui/fields/checkbox.tsx';
import { Field, InputField, Select } from '#platform/web/ui/fields/field.tsx';
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx';
import { markOrderUnpaid } from '../contract.ts';
import { accessNeedLabels, accessNeeds, isPaidAtBoxOffice, seatingWishes, seatingWishLabels } from '../order.ts';
import { formatAmountDue, formatPaymentPhrase, formatReversalYearNote } from '../order-account.ts';
import { correctRefund, type OrderContent, updateBuyer, updateNeedsAndWishes } from '../order-page-contract.ts';
import { OrderDialog, ReasonField } from './order-dialog.tsx';

type SeatingRequests = OrderContent['order']['asks'];

const formatNeedsAndWishes = (asks: SeatingRequests) =>
  joinLabels([
    ...asks.needs.map((need) => accessNeedLabels[need]),
    ...asks.wishes.map((wish) => seatingWishLabels[wish]),
  ]);

/** The form for a party's access needs and seating wishes. Seats are assigned by these, not by the note. */
export function SeatingRequestsForm({
  order: { id, version, name, email, phone, asks },
}: {
  order: OrderContent['order'];
}) {
  // The server compares the buyer's name, to notice that the buyer was erased while the form was open
  const buyer = email + phone === '' ? '' : name;
  return (
    <VersionedForm
      call={withParams(updateNeedsAndWishes, { id })}
      saved={{ version, buyer, asks }}
      what="the needs and wishes"
      submit="Save needs and wishes"
      pending="Saving…"
      partsOf={({ asks: theirs }) => [
        { label: 'Needs and wishes', text: formatNeedsAndWishes(theirs) },
        { label: 'Next to', text: theirs.next_to },
      ]}
    >
      {({ buyer: former, asks: begun }, errors) => (
        <>
          <input type="hidden" name="buyer_name" value={former} />
          <fieldset>
            <legend>Needs and wishes</legend>
            {accessNeeds.map((need) => (
              <Checkbox key={need} name={`need_${need}`} value="1" defaultChecked={begun.needs.includes(need)}>
                {accessNeedLabels[need]}
              </Checkbox>
            ))}
            {seatingWishes.map((wish) => (
              <Checkbox key={wish} name={`wish_${wish}`} value="1" defaultChecked={begun.wishes.includes(wish)}>
                {seatingWishLabels[wish]}
              </Checkbox>
            ))}
          </fieldset>
          <InputField
            label="Next to booking"
            name="next_to"
            hint="References of the parties that this party wants to sit next to, such as 12, 17."
            inputMode="numeric"
            autoComplete="off"
            maxLength={60}
            defaultValue={begun.next_to}
            error={errors.next_to}
          />
        </>
      )}
    </VersionedForm>
  );
}

/** The form for the buyer of an order, their contact details and the note. */
export function BuyerForm({ order }: { order: OrderContent['order'] }) {
  const { id, version, name, email, phone, note } = order;
  return (
    <VersionedForm
      call={withParams(updateBuyer, { id })}
      saved={{ version, name, email, phone, note }}
      what="the buyer’s details"
      submit="Save"
      pending="Saving…"
      partsOf={(theirs) => [
        { label: 'Name', text: theirs.name },
        { label: 'Email', text: theirs.email },
        { label: 'Phone', text: theirs.phone },
        { label: 'Note', text: theirs.note },
      ]}
    >
      {(begun, errors) => (
        <>
          <FieldPair>
            <InputField
              label="Name"
              name="name"
              maxLength={80}
              autoComplete="off"
              defaultValue={begun.name}
              error={errors.name}
              required
            />
            <InputField
              label="Email"
              name="email"
              type="email"
              autoComplete="off"
              defaultValue={begun.email}
              error={errors.email}
            />
          </FieldPair>
          <FieldPair>
            <InputField
              label="Phone"
              name="phone"
              hint="In case anything changes on the day."
              type="tel"
              maxLength={40}
              autoComplete="off"
              defaultValue={begun.phone}
              error={errors.phone}
            />
            <InputField
              label="Note"
              name="note"
              hint={
                order.source === 'online'
                  ? 'The buyer sees this on their order page too.'
                  : 'Not shown on the buyer’s page, but they may ask to see it.'
              }
              maxLength={300}
              defaultValue={begun.note}
              error={errors.note}
            />
          </FieldPair>
        </>
      )}
    </VersionedForm>
  );
}

/** Corrects a manual refund that was recorded but never made. */
export function CorrectRefundDialog({ page, at, onClose }: { page: OrderContent; at: string; onClose: () => void }) {
  const { order, manual_refunds: refunds } = page;
  const [refund, choose] = useState(refunds.at(-1)?.id ?? '');
  return (
    <OrderDialog
      title={`Correct a refund of order ${order.ref}`}
      at={at}
      onClose={onClose}
      call={withParams(correctRefund, { id: order.id })}
      submitLabel="Correct refund"
      pendingLabel="Correcting…"
    >
      {(errors) => (
        <>
          <p>
            Use this if a refund was recorded but never made: the money then counts as paid again. Tickets that were
            cancelled with the refund stay cancelled, so what was paid for them is then due as a refund.
            {formatCorrectionYearNotice(page.correction_years[refund] ?? '')}
          </p>
          <Field label="Which refund?" error={errors.refund}>
            {(tied) => (
              <Select
                name="refund"
                value={refund}
                onChange={({ currentTarget }) => choose(currentTarget.value)}
                {...tied}
              >
                {refunds.map(({ id, amount, on, reason }) => (
                  <option key={id} value={id}>
                    {[`${formatMoney(amount)}, ${formatDate(on.slice(0, 10), 'day')}`, reason]
                      .filter(Boolean)
                      .join(': ')}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <ReasonField hint="It appears in the order’s history." error={errors.reason} />
        </>
      )}
    </OrderDialog>
  );
}

/** Reverses the payments that the box office recorded for an order, or one of them. */
export function MarkUnpaidDialog({ page, at, onClose }: { page: OrderContent; at: string; onClose: () => void }) {
  const { order, account } = page;
  const byHand = account.payments.filter(({ source }) => source !== 'card');
  const canReverseAll = isPaidAtBoxOffice(order);
  const [payment, choose] = useState(canReverseAll ? '' : (byHand[0]?.id ?? ''));
  const chosen = byHand.find(({ id }) => id === payment);
  const taken = chosen?.amount ?? account.paid;
  const retained = chosen ? account.retained : 0;
  const due = Math.max(0, account.sold - (account.held - taken - retained));
  return (
    <OrderDialog
      title={`Mark order ${order.ref} as unpaid?`}
      at={at}
      onClose={onClose}
      call={withParams(markOrderUnpaid, { id: order.id })}
      submitLabel="Mark as unpaid"
      pendingLabel="Marking as unpaid…"
    >
      {(errors) => (
        <>
          {account.payments.length > 1 ? (
            <Field label="Which payment?" error={errors.payment}>
              {(tied) => (
                <Select
                  name="payment"
                  value={payment}
                  onChange={({ currentTarget }) => choose(currentTarget.value)}
                  {...tied}
                >
                  {canReverseAll && <option value="">All of them, {formatMoney(account.paid)}</option>}
                  {byHand.map((one) => (
                    <option key={one.id} value={one.id}>
                      {formatMoney(one.amount)} {formatPaymentPhrase(one)}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          ) : (
            <input type="hidden" name="payment" value={payment} />
          )}
          <p>
            This takes {formatMoney(taken)} out of the accounts.
            {formatReversalYearNote(chosen ? [chosen] : account.payments, page.correction_years)} The tickets stay
            reserved, with {formatAmountDue(due, { isOver: page.is_over })}.
            {!chosen &&
              account.retained > 0 &&
              ` The ${formatMoney(account.retained)} retained for returned tickets isn’t asked for again.`}{' '}
            To refund somebody, press Refund instead.
          </p>
          <ReasonField
            hint="For example, pressed for the wrong order. The reason appears in the order’s history."
            maxLength={120}
            error={errors.reason}
          />
        </>
      )}
    </OrderDialog>
  );
}
