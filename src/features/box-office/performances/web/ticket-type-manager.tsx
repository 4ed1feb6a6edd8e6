import { type ChangeEvent, useState } from 'react';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { VersionedForm } from '#platform/web/conflict/versioned-form.tsx';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { MetaLine } from '#platform/web/ui/content/meta-line.tsx';
import { Checkbox } from '#platform/web/ui/fields/checkbox.tsx';
import { Field, InputField, Select } from '#platform/web/ui/fields/field.tsx';
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx';
import { MoneyField } from '#platform/web/ui/fields/money-field.tsx';
import { addTicketType, changeTicketType, type Performance, removeTicketType, type TicketType } from '../contract.ts';
import { isCompanionType } from '../performance-rules.ts';
import styles from './performance-manager.module.css';

/** Manages the ticket types of a performance and their prices. */
export function TicketTypeManager({ performance, show }: { performance: Performance; show: string }) {
  const [open, setOpen] = useState('');
  const { id, ticket_types: types } = performance;
  const toggle = (which: string) => setOpen(open === which ? '' : which);
  return (
    <section aria-label="Tickets">
      <h3>Tickets</h3>
      <ul className={`ruled ${styles.types}`}>
        {types.map((type) => (
          <li key={type.id}>
            <div className="spread">
              <div>
                <p>
                  {type.name}, <span className="num">{type.pence === 0 ? 'free' : formatMoney(type.pence)}</span>{' '}
                  {type.hidden && <Badge>Box office only</Badge>}{' '}
                  {type.needs_paying_ticket && <Badge>Only with a paid ticket</Badge>}
                </p>
                <MetaLine of={[type.about, type.most > 0 && `${type.most} available`]} />
              </div>
              <Button look="quiet" small aria-expanded={open === type.id} onClick={() => toggle(type.id)}>
                {open === type.id ? 'Close' : 'Change'}
                <span className="vh"> {type.name}</span>
              </Button>
            </div>
            {open === type.id && <ChangeType type={type} show={show} onDone={() => setOpen('')} />}
          </li>
        ))}
      </ul>
      <Button look="line" small aria-expanded={open === 'new'} onClick={() => toggle('new')}>
        {open === 'new' ? 'Close' : 'Add a ticket type'}
      </Button>
      {open === 'new' && (
        <CallForm
          call={withParams(addTicketType, { id })}
          what="the new ticket type"
          submitLabel="Add ticket type"
          pendingLabel="Adding ticket type…"
          onAnswer={({ code }) => code === 200 && setOpen('')}
        >
          {(errors) => <TypeFields errors={errors} show={show} />}
        </CallForm>
      )}
    </section>
  );
}

function ChangeType({ type, show, onDone }: { type: TicketType; show: string; onDone: () => void }) {
  return (
    <div className="stack">
      <VersionedForm
        call={withParams(changeTicketType, { id: type.id })}
        saved={type}
        what={type.name}
        submit="Save ticket type"
        pending="Saving ticket type…"
        partsOf={(theirs) => [
          { label: 'Ticket type', text: theirs.name },
          { label: 'Price', text: theirs.pence === 0 ? 'free' : formatMoney(theirs.pence) },
          { label: 'Who it is for', text: theirs.about },
          { label: 'Number available', text: theirs.most === 0 ? 'Up to the capacity' : String(theirs.most) },
          { label: 'Only with a paid ticket', text: theirs.needs_paying_ticket ? 'Yes' : 'No' },
          { label: 'Who sells it', text: theirs.hidden ? 'Only the box office' : 'The website and the box office' },
        ]}
        onDone={onDone}
      >
        {(begun, errors) => <TypeFields errors={errors} type={begun} show={show} />}
      </VersionedForm>
      <CallForm
        call={withParams(removeTicketType, { id: type.id })}
        look="line"
        submitLabel={`Remove ${type.name}`}
        pendingLabel="Removing…"
        onAnswer={({ code }) => code === 200 && onDone()}
      >
        {() => <Everywhere show={show} />}
      </CallForm>
    </div>
  );
}

function TypeFields({ errors, type, show }: { errors: Record<string, string>; type?: TicketType; show: string }) {
  const [name, setName] = useState('');
  const [needsPaying, setNeedsPaying] = useState<string>();
  const saved = type?.needs_paying_ticket ? '1' : '';
  // Until the user chooses a value, the value depends on the name of the new type
  const chosen = {
    value: needsPaying ?? (isCompanionType({ name, price: 0 }) ? '1' : ''),
    onChange: ({ target }: ChangeEvent<HTMLSelectElement>) => setNeedsPaying(target.value),
  };
  return (
    <>
      <FieldPair>
        <InputField
          label="Ticket type"
          name="name"
          hint="For example: Adult, Under 16."
          defaultValue={type?.name}
          onChange={({ target }) => setName(target.value)}
          maxLength={40}
          error={errors.name}
          required
        />
        <MoneyField label="Price in pounds" name="price" pence={type?.pence} error={errors.price} />
      </FieldPair>
      <FieldPair>
        <InputField
          label="Who it is for"
          name="about"
          hint="For example: over 65, student or between jobs."
          defaultValue={type?.about}
          maxLength={120}
          error={errors.about}
        />
        <InputField
          label="Number available"
          name="most"
          hint="Leave empty for as many as the capacity allows."
          inputMode="numeric"
          defaultValue={type?.most || ''}
          maxLength={4}
          error={errors.most}
        />
      </FieldPair>
      <Checkbox name="hidden" value="1" defaultChecked={type?.hidden}>
        Sold by the box office only
      </Checkbox>
      <Field
        label="If the ticket is free"
        hint="“Only with a paid ticket” allows one of these tickets for each paid ticket for the same performance. The box office can also give these tickets away as complimentary."
        error={errors.needs_paying_ticket}
      >
        {(control) => (
          <Select {...control} name="needs_paying_ticket" {...(type ? { defaultValue: saved } : chosen)}>
            <option value="">Can be booked on its own</option>
            <option value="1">Only with a paid ticket, as for companions</option>
          </Select>
        )}
      </Field>
      <Everywhere show={show} />
    </>
  );
}

const Everywhere = ({ show }: { show: string }) => (
  <Checkbox name="everywhere" value="1" defaultChecked>
    For every performance of {show}
  </Checkbox>
);
