import { useState } from 'react';
import { withParams } from '#platform/shared/calls.ts';
import { asMoney } from '#platform/shared/money.ts';
import { CallForm } from '#platform/web/calls/CallForm.tsx';
import { VersionedForm } from '#platform/web/conflict/VersionedForm.tsx';
import { Badge } from '#platform/web/ui/Badge.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { Checkbox } from '#platform/web/ui/Checkbox.tsx';
import { FieldPair } from '#platform/web/ui/FieldPair.tsx';
import { InputField } from '#platform/web/ui/InputField.tsx';
import { MetaLine } from '#platform/web/ui/MetaLine.tsx';
import { MoneyField } from '#platform/web/ui/MoneyField.tsx';
import { addTicketType, changeTicketType, type Performance, removeTicketType, type TicketType } from '../contract.ts';
import styles from './ManagePerformances.module.css';

/** What tickets for a performance cost. */
export function TicketTypes({ performance, show }: { performance: Performance; show: string }) {
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
                  {type.name}, <span className="num">{type.pence === 0 ? 'free' : asMoney(type.pence)}</span>{' '}
                  {type.hidden && <Badge>Box office only</Badge>}
                </p>
                <MetaLine of={[type.about, type.most > 0 && `${type.most} of them`]} />
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
        {open === 'new' ? 'Close' : 'Add a kind of ticket'}
      </Button>
      {open === 'new' && (
        <CallForm
          call={withParams(addTicketType, { id })}
          what="the new kind of ticket"
          submit="Add ticket type"
          pending="Adding ticket type…"
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
          { label: 'Kind of ticket', text: theirs.name },
          { label: 'Price', text: theirs.pence === 0 ? 'free' : asMoney(theirs.pence) },
          { label: 'Who it is for', text: theirs.about },
          { label: 'How many of them', text: theirs.most === 0 ? 'As many as there are places' : String(theirs.most) },
          { label: 'Who sells it', text: theirs.hidden ? 'Only the box office' : 'The website and the box office' },
        ]}
        onDone={onDone}
      >
        {(begun, errors) => <TypeFields errors={errors} type={begun} show={show} />}
      </VersionedForm>
      <CallForm
        call={withParams(removeTicketType, { id: type.id })}
        look="line"
        submit={`Remove ${type.name}`}
        pending="Removing…"
        onAnswer={({ code }) => code === 200 && onDone()}
      >
        {() => <Everywhere show={show} />}
      </CallForm>
    </div>
  );
}

function TypeFields({ errors, type, show }: { errors: Record<string, string>; type?: TicketType; show: string }) {
  return (
    <>
      <FieldPair>
        <InputField
          label="Kind of ticket"
          name="name"
          hint="Such as Adult, Under 16."
          defaultValue={type?.name}
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
          hint="Such as: Over 65, student, or between jobs."
          defaultValue={type?.about}
          maxLength={120}
          error={errors.about}
        />
        <InputField
          label="How many of them"
          name="most"
          hint="Empty for as many as there are places."
          inputMode="numeric"
          defaultValue={type?.most || ''}
          maxLength={4}
          error={errors.most}
        />
      </FieldPair>
      <Checkbox name="hidden" value="1" defaultChecked={type?.hidden}>
        Only the box office sells it
      </Checkbox>
      <Everywhere show={show} />
    </>
  );
}

const Everywhere = ({ show }: { show: string }) => (
  <Checkbox name="everywhere" value="1" defaultChecked>
    For every performance of {show}
  </Checkbox>
);
