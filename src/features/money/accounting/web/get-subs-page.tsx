import { Fragment, useState } from 'react';
import { paymentSourceLabels } from '#features/money/ledger/entry.ts';
import { receiptPath } from '#features/money/subscriptions/paths.ts';
import { formatDate } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { Page } from '#platform/shared/pages.ts';
import { buildPersonNameKey } from '#platform/shared/text/person-name.ts';
import { foldText } from '#platform/shared/text/text.ts';
import { ActionsCell, ActionsHeading } from '#platform/web/table/data-table.tsx';
import { ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { PageActions, Sections } from '#platform/web/ui/content/layout.tsx';
import { MetaLine } from '#platform/web/ui/content/meta-line.tsx';
import { Combobox } from '#platform/web/ui/fields/combobox.tsx';
import { Field, Select } from '#platform/web/ui/fields/field.tsx';
import { FormSection } from '#platform/web/ui/fields/form-section.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { accountingPath, addStartYear, subscriptionsPath } from '../paths.ts';
import styles from './accounting.module.css';
import {
  EntryDate,
  EntryRefundDialog,
  formatPayerAndBeneficiary,
  type RefundablePayment,
  RefundBadges,
  RefundButton,
} from './accounting-entries.tsx';
import { EnvironmentNotice, YearChoice } from './financial-years.tsx';
import { ManualPaymentForm } from './payment-form.tsx';

/** The subscriptions paid in a financial year, and a form to enter another. */
export default function GetSubsPage({ page }: { page: Page<'get_subs'> }) {
  const { year, year_name, from, until, results, totals } = page;
  const types = Object.entries(page.types).filter(([, count]) => count !== 0);
  return (
    <Sections className={styles.page}>
      <header className="page-head">
        <h1>
          {page.title}, {year_name}
        </h1>
        <p>
          {formatDate(from, 'day')} to {formatDate(until, 'day')}.
        </p>
        {results.length > 0 && (
          <p className={styles.net}>
            <strong>{formatMoney(totals.net)}</strong> after fees and refunds
          </p>
        )}
        <MetaLine
          of={types.map(([plan, count]) => `${plan}: ${count} ${count === 1 ? 'subscription' : 'subscriptions'}`)}
        />
        <EnvironmentNotice environment={page.environment} />
        {page.plans.length > 0 && (
          <PageActions>
            <ButtonLink href="#enter">Enter a subscription</ButtonLink>
          </PageActions>
        )}
      </header>
      <div className="no-print">
        <YearChoice path={subscriptionsPath} page={page}>
          {results.length > 0 && (
            <ButtonLink look="line" href={addStartYear(`${subscriptionsPath}.csv`, year)} download>
              <Icon of="download" /> Export (CSV)
            </ButtonLink>
          )}
          <a href={addStartYear(accountingPath, year)}>Accounting for this year</a>
        </YearChoice>
      </div>
      {results.length === 0 ? (
        <EmptyState title="No subscriptions paid">Subscriptions paid in this year appear here.</EmptyState>
      ) : (
        <PaidSubscriptions results={results} />
      )}
      <div className="no-print">
        <FormSection
          id="enter"
          title="Enter a subscription"
          about="What a member paid in cash, on your card machine, by bank transfer or by cheque. You can correct a mistake in Accounting."
        >
          {page.plans.length === 0 ? (
            <EmptyState title="No plans yet">
              An admin needs to add plans in Admin Settings before you can enter subscriptions.
            </EmptyState>
          ) : (
            <SubscriptionPaymentForm page={page} />
          )}
        </FormSection>
      </div>
    </Sections>
  );
}

function PaidSubscriptions({ results }: { results: Page<'get_subs'>['results'] }) {
  const [refunding, setRefunding] = useState<RefundablePayment | null>(null);
  return (
    <>
      <table className={`table table--stack table--cards ${styles.entries}`}>
        <caption className="vh">Subscriptions paid, the latest first</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Plan</th>
            <th scope="col">Date</th>
            <th scope="col">Paid by</th>
            <th scope="col">Amount</th>
            <th scope="col">Fee</th>
            <ActionsHeading />
          </tr>
        </thead>
        <tbody>
          {results.map(({ id, name, for_name, type, date, amount, fee, source, corrects, corrected, ...refunds }) => (
            <tr key={id}>
              <td data-label="Name" data-heads>
                {formatPayerAndBeneficiary({ name, for_name })}
              </td>
              <td data-label="Plan">
                <span>
                  {type} <RefundBadges of={refunds} />
                  {corrected && <Badge>Corrected</Badge>}
                  {corrects && <Badge>Correction</Badge>}
                </span>
              </td>
              <td data-label="Date" className="num">
                <EntryDate date={date} />
              </td>
              <td data-label="Paid by">{paymentSourceLabels[source]}</td>
              <td data-label="Amount" data-sum className="num">
                {formatMoney(amount)}
              </td>
              <td data-label="Fee" data-named className="num" data-nothing={fee === 0 || undefined}>
                {fee === 0 ? '–' : formatMoney(fee)}
              </td>
              <ActionsCell>
                {!corrects && !corrected && (
                  <ButtonLink look="quiet" small href={receiptPath(id)}>
                    Open receipt
                    <span className="vh">
                      {' '}
                      of {formatPayerAndBeneficiary({ name, for_name })}, {formatDate(date, 'day')}
                    </span>
                  </ButtonLink>
                )}
                {refunds.refund && (
                  <RefundButton
                    of={{
                      id,
                      what: name ? `${type}, ${formatPayerAndBeneficiary({ name, for_name })}` : type,
                      how: refunds.refund,
                    }}
                    onAsk={setRefunding}
                  />
                )}
              </ActionsCell>
            </tr>
          ))}
        </tbody>
      </table>
      {refunding && <EntryRefundDialog of={refunding} onClose={() => setRefunding(null)} />}
    </>
  );
}

type Content = Page<'get_subs'>;
type Member = Content['members'][number];

const maxSuggestions = 8;

function SubscriptionPaymentForm({ page }: { page: Content }) {
  const { plans, members } = page;
  const [planId, setPlanId] = useState(plans[0]?.id ?? '');
  const [typed, setTyped] = useState('');
  const [member, setMember] = useState<Member | null>(null);
  /** The number of payments recorded, as a key that resets the fields. */
  const [entered, setEntered] = useState(0);
  const plan = plans.find(({ id }) => id === planId);
  const price = plan && (member?.plan_id === plan.id ? plan.amount : plan.first_amount);

  const choose = (chosen: Member | null) => {
    setMember(chosen);
    if (chosen) setTyped(chosen.name);
    if (chosen && plans.some(({ id }) => id === chosen.plan_id)) setPlanId(chosen.plan_id);
  };
  const words = foldText(typed).split(' ').filter(Boolean);
  const found =
    words.length === 0 || member
      ? null
      : members.filter(({ name, note }) => words.every((word) => foldText(`${name} ${note}`).includes(word)));
  const suggestions = found?.slice(0, maxSuggestions).map(({ id, name, note }) => ({ id, text: name, note })) ?? null;
  const chooseOnlyMatch = () => {
    const matches =
      member || typed.trim() === ''
        ? []
        : members.filter(({ name }) => buildPersonNameKey(name) === buildPersonNameKey(typed));
    if (matches.length === 1 && matches[0]) choose(matches[0]);
  };

  return (
    <ManualPaymentForm
      page={page}
      pence={price}
      onEntered={() => {
        setTyped('');
        setMember(null);
        setEntered(entered + 1);
      }}
    >
      {(errors, questions) => (
        <Fragment key={entered}>
          <input type="hidden" name="what" value="subscription" />
          {!questions.some(({ field }) => field === 'member') && (
            <input type="hidden" name="member" value={member?.id ?? ''} />
          )}
          <Field
            label="Member"
            hint={member?.note || 'Anyone on the membership list, or the name of somebody new.'}
            error={errors.member ?? errors.name}
          >
            {(control) => (
              <Combobox
                {...control}
                name="name"
                maxLength={80}
                typed={typed}
                onType={(text) => {
                  setTyped(text);
                  setMember(null);
                }}
                options={suggestions}
                onChoose={({ id }) => choose(members.find((listed) => listed.id === id) ?? null)}
                onLeave={chooseOnlyMatch}
                emptyMessage="This name isn’t on the list yet. It is added if the payment counts towards a year’s membership."
                more={
                  found &&
                  found.length > maxSuggestions &&
                  `${found.length - maxSuggestions} more: type more of the name`
                }
              />
            )}
          </Field>
          <Field label="Plan" error={errors.plan_id}>
            {(control) => (
              <Select {...control} name="plan_id" value={planId} onChange={({ target }) => setPlanId(target.value)}>
                {plans.map(({ id, name, amount }) => (
                  <option key={id} value={id}>
                    {name}, {formatMoney(amount)} a year
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </Fragment>
      )}
    </ManualPaymentForm>
  );
}
