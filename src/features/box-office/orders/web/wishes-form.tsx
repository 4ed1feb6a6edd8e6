import { withParams } from '#platform/shared/calls/calls.ts';
import { VersionedForm } from '#platform/web/conflict/versioned-form.tsx';
import { Checkbox } from '#platform/web/ui/fields/checkbox.tsx';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';
import { accessNeedLabels, accessNeeds, wishes, wishLabels } from '../order.ts';
import { changeWishes, type OrderContent } from '../order-page-contract.ts';

type SeatingRequests = OrderContent['order']['asks'];

const formatSeatingRequests = (asks: SeatingRequests) =>
  [...asks.needs.map((need) => accessNeedLabels[need]), ...asks.wishes.map((wish) => wishLabels[wish])].join(', ');

/** A party's access needs and seating wishes. Seats are assigned by these, never by the note. */
export function WishesForm({ order: { id, version, asks } }: { order: OrderContent['order'] }) {
  return (
    <VersionedForm
      call={withParams(changeWishes, { id })}
      saved={{ version, asks }}
      what="what this order asks for"
      submit="Save needs and wishes"
      pending="Saving…"
      partsOf={({ asks: theirs }) => [
        { label: 'Needs and wishes', text: formatSeatingRequests(theirs) },
        { label: 'Next to', text: theirs.next_to },
      ]}
    >
      {({ asks: begun }, errors) => (
        <>
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
