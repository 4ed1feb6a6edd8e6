import { withParams } from '#platform/shared/calls/calls.ts';
import { joinLabels } from '#platform/shared/text/join-labels.ts';
import { VersionedForm } from '#platform/web/conflict/versioned-form.tsx';
import { Checkbox } from '#platform/web/ui/fields/checkbox.tsx';
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';
import { accessNeedLabels, accessNeeds, wishes, wishLabels } from '../order.ts';
import { changeWishes, type OrderContent, updateBuyer } from '../order-page-contract.ts';

type SeatingRequests = OrderContent['order']['asks'];

const formatSeatingRequests = (asks: SeatingRequests) =>
  joinLabels([...asks.needs.map((need) => accessNeedLabels[need]), ...asks.wishes.map((wish) => wishLabels[wish])]);

/** A party's access needs and seating wishes. Seats are assigned by these, not by the note. */
export function WishesForm({ order: { id, version, name, email, phone, asks } }: { order: OrderContent['order'] }) {
  // With it, the server notices that the buyer was erased while the form was open
  const buyer = email + phone === '' ? '' : name;
  return (
    <VersionedForm
      call={withParams(changeWishes, { id })}
      saved={{ version, buyer, asks }}
      what="the needs and wishes"
      submit="Save needs and wishes"
      pending="Saving…"
      partsOf={({ asks: theirs }) => [
        { label: 'Needs and wishes', text: formatSeatingRequests(theirs) },
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
            {wishes.map((wish) => (
              <Checkbox key={wish} name={`wish_${wish}`} value="1" defaultChecked={begun.wishes.includes(wish)}>
                {wishLabels[wish]}
              </Checkbox>
            ))}
          </fieldset>
          <InputField
            label="Next to booking"
            name="next_to"
            hint="References of the parties that they want to sit next to, such as 12, 17."
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

/** The buyer of an order, and their contact details. */
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
