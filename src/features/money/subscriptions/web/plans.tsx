import { useState } from 'react';
import { withParams } from '#platform/shared/calls/calls.ts';
import { addDays, formatLocalDate } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { useCall } from '#platform/web/calls/use-call.ts';
import { VersionedForm } from '#platform/web/conflict/versioned-form.tsx';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { ButtonLabel } from '#platform/web/ui/actions/button-label.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { Field, InputField, Select } from '#platform/web/ui/fields/field.tsx';
import { FormSection } from '#platform/web/ui/fields/form-section.tsx';
import { MoneyField } from '#platform/web/ui/fields/money-field.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { addPlan, changePlan, deletePlan, type MembershipPlan, setPlanEnabled } from '../contract.ts';
import { calendarMonths, getMonthName } from '../renewal.ts';
import styles from './plans.module.css';

/** The section of Admin Settings in which membership plans are added, changed, closed and deleted. */
export function SubscriptionPlansSection({ plans, giftAid }: { plans: readonly MembershipPlan[]; giftAid: boolean }) {
  return (
    <FormSection
      id="plans"
      title="Subscription plans"
      about="Yearly memberships. Members keep their current price until they renew."
    >
      <div className="stack">
        {plans.length === 0 ? (
          <EmptyState title="No plans yet">Add the first one below, so that members can pay for it.</EmptyState>
        ) : (
          <ul className="ruled">
            {plans.map((plan) => (
              <PlanRow key={plan.id} plan={plan} giftAid={giftAid} />
            ))}
          </ul>
        )}
        <h3>Add a plan</h3>
        <CallForm call={addPlan} what="the new plan" submitLabel="Add plan" pendingLabel="Adding plan…">
          {(errors) => <PlanFields errors={errors} giftAid={giftAid} />}
        </CallForm>
      </div>
    </FormSection>
  );
}

function PlanRow({ plan, giftAid }: { plan: MembershipPlan; giftAid: boolean }) {
  const [isEditing, setIsEditing] = useState(false);
  const { name, amount, enabled, desc, renewal_month, first_amount, renews_on } = plan;
  return (
    <li>
      <div className={`spread ${styles.line}`}>
        <p>
          <strong>{name}</strong> {!enabled && <Badge>Closed</Badge>}
          <br />
          <span className="num">{formatMoney(amount)}</span> a year, renews on 1 {getMonthName(renewal_month)}
          {desc && <span className="muted">. {desc}</span>}
          {enabled && (
            <>
              <br />
              <span className="meta num">
                A member who joins today pays {formatMoney(first_amount)} until{' '}
                {formatLocalDate(addDays(renews_on, -1))}.
              </span>
            </>
          )}
        </p>
        <Button look="line" small aria-expanded={isEditing} onClick={() => setIsEditing(!isEditing)}>
          {isEditing ? 'Close' : `Edit ${name}`}
        </Button>
      </div>
      {isEditing && (
        <div className="stack">
          <ChangePlanForm plan={plan} giftAid={giftAid} onDone={() => setIsEditing(false)} />
          <CallForm
            call={withParams(setPlanEnabled, { id: plan.id })}
            look="line"
            submitLabel={enabled ? 'Close to new members' : 'Reopen to new members'}
            pendingLabel="Saving…"
          >
            {() => <input type="hidden" name="enabled" value={enabled ? '0' : '1'} />}
          </CallForm>
          <DeletePlanButton plan={plan} />
        </div>
      )}
    </li>
  );
}

const firstPartLabels: Record<MembershipPlan['first_part'], string> = {
  full: 'The whole year',
  months: 'Only the remaining months',
};
const giftAidLabels = { '0': 'No', '1': 'Yes, claim Gift Aid on this plan' };

function ChangePlanForm({ plan, giftAid, onDone }: { plan: MembershipPlan; giftAid: boolean; onDone: () => void }) {
  const { id, name, amount, renewal_month, desc, first_part, gift_aid, version } = plan;
  return (
    <VersionedForm
      call={withParams(changePlan, { id })}
      saved={{ name, amount, renewal_month, desc, first_part, gift_aid, version }}
      what={name}
      submit="Save plan"
      pending="Saving plan…"
      partsOf={(theirs) => [
        { label: 'Plan name', text: theirs.name },
        { label: 'Amount', text: `${formatMoney(theirs.amount)} a year` },
        { label: 'Renews on the 1st of', text: getMonthName(theirs.renewal_month) },
        { label: firstPartLabel, text: firstPartLabels[theirs.first_part] },
        ...(giftAid ? [{ label: 'Gift Aid', text: giftAidLabels[theirs.gift_aid ? '1' : '0'] }] : []),
        { label: 'Who it is for', text: theirs.desc },
      ]}
      onDone={onDone}
    >
      {(baseline, errors) => <PlanFields errors={errors} plan={baseline} giftAid={giftAid} />}
    </VersionedForm>
  );
}

const firstPartLabel = 'Price for new members who join part-way through the year';

function DeletePlanButton({ plan: { id, name, enabled } }: { plan: MembershipPlan }) {
  const [isAsking, setIsAsking] = useState(false);
  const remove = withParams(deletePlan, { id });
  const { busy, slot, send } = useCall(`DELETE ${remove.path}`);
  return (
    <>
      <div className="row">
        <Button look="line" pending={busy !== ''} onClick={() => setIsAsking(true)}>
          <ButtonLabel label="Delete plan" busyLabel="Deleting plan…" busy={busy !== ''} />
        </Button>
        <CallStatus slot={slot} />
      </div>
      {isAsking && (
        <ConfirmDialog
          question={`Delete ${name}?`}
          cancelLabel="Keep it"
          confirmLabel="Delete plan"
          onConfirm={() => void send(remove)}
          onClose={() => setIsAsking(false)}
        >
          You can only delete a plan that nobody has ever had.
          {enabled && ' To stop offering it but keep it here, close it to new members instead.'}
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
  plan?: Pick<MembershipPlan, 'name' | 'amount' | 'renewal_month' | 'desc' | 'first_part' | 'gift_aid'>;
  /** True if the society claims Gift Aid. */
  giftAid: boolean;
}) {
  return (
    <div className={styles.fields}>
      <InputField
        label="Plan name"
        hint="As members will see it."
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
            {calendarMonths.map(({ value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label={firstPartLabel}
        hint="With “The whole year”, somebody who joins shortly before the plan renews pays twice within weeks."
        error={errors.first_part}
      >
        {(control) => (
          <Select {...control} name="first_part" defaultValue={plan?.first_part ?? 'full'}>
            <option value="full">{firstPartLabels.full}</option>
            <option value="months">{firstPartLabels.months}</option>
          </Select>
        )}
      </Field>
      {giftAid && (
        <Field
          label="Gift Aid"
          hint="Only for a plan that gives members nothing in return. Membership itself, a vote and a newsletter don’t count."
          error={errors.gift_aid}
        >
          {(control) => (
            <Select {...control} name="gift_aid" defaultValue={plan?.gift_aid ? '1' : '0'}>
              <option value="0">{giftAidLabels[0]}</option>
              <option value="1">{giftAidLabels[1]}</option>
            </Select>
          )}
        </Field>
      )}
      <InputField label="Who it is for" error={errors.desc} name="desc" defaultValue={plan?.desc} maxLength={500} />
    </div>
  );
}
