import { useState } from 'react';
import { withParams } from '#platform/shared/calls.ts';
import { dayInWords } from '#platform/shared/dates.ts';
import { asMoney } from '#platform/shared/money.ts';
import { Said } from '#platform/web/alerts/index.ts';
import { CallForm } from '#platform/web/calls/CallForm.tsx';
import { useCall } from '#platform/web/calls/useCall.ts';
import { Badge } from '#platform/web/ui/Badge.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { ButtonWords } from '#platform/web/ui/ButtonWords.tsx';
import { ConfirmDialog } from '#platform/web/ui/ConfirmDialog.tsx';
import { Empty } from '#platform/web/ui/Empty.tsx';
import { Field, Select } from '#platform/web/ui/Field.tsx';
import { FormSection } from '#platform/web/ui/FormSection.tsx';
import { InputField } from '#platform/web/ui/InputField.tsx';
import { MoneyField } from '#platform/web/ui/MoneyField.tsx';
import { addPlan, changePlan, deletePlan, enablePlan, type Plan } from '../contract.ts';
import { monthName, months } from '../months.ts';
import styles from './Plans.module.css';

/** What members can subscribe to: added, changed and closed. */
export function Plans({ plans, giftAid }: { plans: readonly Plan[]; giftAid: boolean }) {
  return (
    <FormSection
      id="plans"
      title="Subscription plans"
      about="Yearly memberships. Whoever holds a plan keeps their price until it renews."
    >
      <div className="stack">
        {plans.length === 0 ? (
          <Empty title="No plans yet">Add the first below. Members choose it in their account settings.</Empty>
        ) : (
          <ul className="ruled">
            {plans.map((plan) => (
              <PlanRow key={plan.id} plan={plan} giftAid={giftAid} />
            ))}
          </ul>
        )}
        <h3>Add a plan</h3>
        <CallForm call={addPlan} what="the new plan" submit="Add plan" pending="Adding plan…">
          {(errors) => <PlanFields errors={errors} giftAid={giftAid} />}
        </CallForm>
      </div>
    </FormSection>
  );
}

function PlanRow({ plan, giftAid }: { plan: Plan; giftAid: boolean }) {
  const [editing, setEditing] = useState(false);
  const change = withParams(changePlan, { id: plan.id });
  const { name, amount, enabled, desc, renewal_month, first_amount, renews_on } = plan;
  return (
    <li>
      <div className={`spread ${styles.line}`}>
        <p>
          <strong>{name}</strong> {!enabled && <Badge>Closed</Badge>}
          <br />
          <span className="num">{asMoney(amount)}</span> a year, renews on 1 {monthName(renewal_month)}
          {desc && <span className="muted"> · {desc}</span>}
          {enabled && (
            <>
              <br />
              <span className="meta num">
                A member who joins today pays {asMoney(first_amount)} until {dayInWords(renews_on)}.
              </span>
            </>
          )}
        </p>
        <Button look="line" small aria-expanded={editing} onClick={() => setEditing(!editing)}>
          {editing ? 'Close' : `Edit ${name}`}
        </Button>
      </div>
      {editing && (
        <div className="stack">
          <CallForm
            call={change}
            what={name}
            submit="Save plan"
            pending="Saving plan…"
            onAnswer={({ code }) => code === 200 && setEditing(false)}
          >
            {(errors) => <PlanFields errors={errors} plan={plan} giftAid={giftAid} />}
          </CallForm>
          <CallForm
            call={withParams(enablePlan, { id: plan.id })}
            look="line"
            submit={enabled ? 'Close to new members' : 'Open to new members'}
            pending="Saving…"
          >
            {() => <input type="hidden" name="enabled" value={enabled ? '0' : '1'} />}
          </CallForm>
          <DeletePlan plan={plan} />
        </div>
      )}
    </li>
  );
}

function DeletePlan({ plan: { id, name, enabled } }: { plan: Plan }) {
  const [isAsking, setIsAsking] = useState(false);
  const remove = withParams(deletePlan, { id });
  const { busy, at, make } = useCall(`DELETE ${remove.path}`);
  return (
    <>
      <div className="row">
        <Button look="line" pending={busy !== ''} onClick={() => setIsAsking(true)}>
          <ButtonWords atRest="Delete plan" doing="Deleting plan…" busy={busy !== ''} />
        </Button>
        <Said at={at} />
      </div>
      {isAsking && (
        <ConfirmDialog
          question={`Delete ${name}?`}
          keep="Keep it"
          go="Delete plan"
          onGo={() => void make(remove)}
          onClose={() => setIsAsking(false)}
        >
          Only a plan that nobody has ever held can be deleted.
          {enabled && ' To stop offering it and keep it here, close it to new members instead.'}
        </ConfirmDialog>
      )}
    </>
  );
}

function PlanFields({
  errors,
  plan,
  giftAid,
}: {
  errors: Record<string, string>;
  plan?: Plan;
  /** Whether the society claims it. */
  giftAid: boolean;
}) {
  return (
    <div className={styles.fields}>
      <InputField
        label="Plan name"
        hint="As members will read it."
        error={errors.levelName}
        name="levelName"
        defaultValue={plan?.name}
        maxLength={80}
        required
      />
      <MoneyField label="Amount in pounds" name="amount" pence={plan?.amount} error={errors.amount} />
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
      <Field label="Whoever joins within the year pays" error={errors.first_part}>
        {(control) => (
          <Select {...control} name="first_part" defaultValue={plan?.first_part ?? 'full'}>
            <option value="full">The whole year</option>
            <option value="months">The months that are left</option>
          </Select>
        )}
      </Field>
      {giftAid && (
        <Field label="Gift Aid" hint="Membership alone, a vote and a newsletter buy nothing." error={errors.gift_aid}>
          {(control) => (
            <Select {...control} name="gift_aid" defaultValue={plan?.gift_aid ? '1' : '0'}>
              <option value="0">Not claimed: it buys something</option>
              <option value="1">Claimed: it buys nothing</option>
            </Select>
          )}
        </Field>
      )}
      <InputField label="Who it is for" error={errors.desc} name="desc" defaultValue={plan?.desc} maxLength={500} />
    </div>
  );
}
