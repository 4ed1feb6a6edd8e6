import { withParams } from '#platform/shared/calls/calls.ts';
import { VersionedForm } from '#platform/web/conflict/versioned-form.tsx';
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';
import { type OrderContent, updateBuyer } from '../order-page-contract.ts';

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
