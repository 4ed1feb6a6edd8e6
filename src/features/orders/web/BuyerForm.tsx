import { useState } from 'react';
import { withParams } from '#platform/shared/calls.ts';
import { currentIn } from '#platform/shared/conflict.ts';
import { CallForm } from '#platform/web/calls/CallForm.tsx';
import { TheirVersion } from '#platform/web/conflict/TheirVersion.tsx';
import { FieldPair } from '#platform/web/ui/FieldPair.tsx';
import { InputField } from '#platform/web/ui/InputField.tsx';
import { type CurrentBuyer, changeOrder, type OrderPage } from '../order-page-contract.ts';

/** Who has an order, and how to reach them. */
export function BuyerForm({ order }: { order: OrderPage['order'] }) {
  const [taken, take] = useState<CurrentBuyer>();
  const [theirs, setTheirs] = useState<CurrentBuyer>();
  const shown = taken && taken.version > order.version ? taken : order;
  const call = withParams(changeOrder, { id: order.id });
  return (
    <>
      <CallForm
        key={shown.version}
        call={call}
        what="who has this order"
        submit="Save"
        pending="Saving…"
        onAnswer={(answer) => setTheirs(currentIn<CurrentBuyer>(answer))}
      >
        {(errors) => (
          <>
            <input type="hidden" name="version" value={theirs?.version ?? shown.version} />
            <FieldPair>
              <InputField
                label="Name"
                name="name"
                maxLength={80}
                autoComplete="off"
                defaultValue={shown.name}
                error={errors.name}
                required
              />
              <InputField
                label="Email"
                name="email"
                type="email"
                autoComplete="off"
                defaultValue={shown.email}
                error={errors.email}
              />
            </FieldPair>
            <FieldPair>
              <InputField
                label="Telephone"
                name="phone"
                type="tel"
                maxLength={40}
                autoComplete="off"
                defaultValue={shown.phone}
                error={errors.phone}
              />
              <InputField
                label="Note"
                name="note"
                hint={
                  order.source === 'online'
                    ? 'It stands on their page too.'
                    : 'Not on their page, but they may ask to read it.'
                }
                maxLength={300}
                defaultValue={shown.note}
                error={errors.note}
              />
            </FieldPair>
          </>
        )}
      </CallForm>
      {theirs && (
        <TheirVersion
          by={theirs.changed_by}
          at={call.path}
          parts={[
            { label: 'Name', text: theirs.name },
            { label: 'Email', text: theirs.email },
            { label: 'Telephone', text: theirs.phone },
            { label: 'Note', text: theirs.note },
          ]}
          onTake={() => {
            take(theirs);
            setTheirs(undefined);
          }}
        />
      )}
    </>
  );
}
