import { useState } from 'react';
import { asMoney, inPounds } from '../../../platform/shared/money.ts';
import { Said } from '../../../platform/web/alerts/index.ts';
import { CallForm } from '../../../platform/web/calls/CallForm.tsx';
import { Badge } from '../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../platform/web/ui/Button.tsx';
import { Empty } from '../../../platform/web/ui/Empty.tsx';
import { Field, Input, Select } from '../../../platform/web/ui/Field.tsx';
import { FormSection } from '../../../platform/web/ui/FormSection.tsx';
import type { Plan } from '../contract.ts';
import { monthName, months } from '../months.ts';
import styles from './Plans.module.css';

const base = '/members/api/admin/admin_settings/subs';

/** What members can subscribe to: added, changed and closed. */
export function Plans({ plans }: { plans: readonly Plan[] }) {
  return (
    <FormSection
      title="Subscription plans"
      about="Yearly memberships. Whoever holds a plan keeps their price until it renews."
    >
      <div className="stack">
        {plans.length === 0 ? (
          <Empty title="No plans yet">Add the first below, and members can choose it once subscriptions open.</Empty>
        ) : (
          <ul className={styles.plans}>
            {plans.map((plan) => (
              <PlanRow key={plan.id} plan={plan} />
            ))}
          </ul>
        )}
        <h3>Add a plan</h3>
        <CallForm call={`${base}/add_new_plan`} what="the new plan" submit="Add plan" pending="Adding plan…">
          {(errors) => <PlanFields errors={errors} />}
        </CallForm>
      </div>
    </FormSection>
  );
}

function PlanRow({ plan }: { plan: Plan }) {
  const [editing, setEditing] = useState(false);
  const call = `${base}/${plan.id}`;
  const { name, amount, enabled, desc, renewal_month } = plan;
  return (
    <li className={styles.plan}>
      <div className={styles.line}>
        <p>
          <strong>{name}</strong> {!enabled && <Badge>Closed</Badge>}
          <br />
          <span className="num">{asMoney(amount)}</span> a year, renews on 1 {monthName(renewal_month)}
          {desc && <span className="muted"> · {desc}</span>}
        </p>
        <Button look="line" small aria-expanded={editing} onClick={() => setEditing(!editing)}>
          {editing ? 'Close' : `Edit ${name}`}
        </Button>
      </div>
      {!editing && <Said at={call} />}
      {editing && (
        <div className="stack">
          <CallForm
            call={call}
            what={name}
            submit="Save plan"
            pending="Saving plan…"
            onAnswer={({ code }) => code === 200 && setEditing(false)}
          >
            {(errors) => <PlanFields errors={errors} plan={plan} />}
          </CallForm>
          <CallForm
            call={`${call}/enabled`}
            submit={enabled ? 'Close to new members' : 'Open to new members'}
            pending="Saving…"
          >
            {() => <input type="hidden" name="enabled" value={enabled ? '0' : '1'} />}
          </CallForm>
        </div>
      )}
    </li>
  );
}

function PlanFields({ errors, plan }: { errors: Record<string, string>; plan?: Plan }) {
  return (
    <div className={styles.fields}>
      <Field label="Plan name" error={errors.levelName}>
        {(control) => <Input {...control} name="levelName" defaultValue={plan?.name} maxLength={80} required />}
      </Field>
      <Field label="Amount in pounds" error={errors.amount}>
        {(control) => (
          <Input
            {...control}
            name="amount"
            type="number"
            inputMode="decimal"
            min="0"
            step="0.01"
            defaultValue={plan && inPounds(plan.amount)}
            required
          />
        )}
      </Field>
      <Field label="Period" error={errors.period}>
        {(control) => (
          <Select {...control} name="period">
            <option value="yearly">Yearly</option>
          </Select>
        )}
      </Field>
      <Field label="Renews on the 1st of" error={errors.renewal_month}>
        {(control) => (
          <Select {...control} name="renewal_month" defaultValue={plan?.renewal_month ?? '09'}>
            {months.map(({ value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Who it is for" error={errors.desc}>
        {(control) => <Input {...control} name="desc" defaultValue={plan?.desc} maxLength={500} />}
      </Field>
    </div>
  );
}
