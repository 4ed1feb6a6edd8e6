import { formatDateOfInstant } from '#platform/shared/dates/dates.ts';
import { Field, Select } from '#platform/web/ui/fields/field.tsx';
import type { MemberListReport } from '../contract.ts';
import styles from './membership.module.css';

const list = new Intl.ListFormat('en-GB');

/** Formats line numbers as "Lines 2, 3 and 7", or "Lines 2, 3, 4, 5 and 40 more". */
function formatLines(lines: readonly number[]): string {
  if (lines.length === 1) return `Line ${lines[0]}`;
  const shown = lines.length > 6 ? lines.slice(0, 4) : lines;
  const rest = lines.length - shown.length;
  return `Lines ${list.format([...shown.map(String), ...(rest > 0 ? [`${rest.toLocaleString('en-GB')} more`] : [])])}`;
}

/** Names in the plan column that aren't exactly the name of a plan. The user checks or chooses the plan for each. */
export const PlanNames = ({ report: { plan_names, plans } }: { report: MemberListReport }) => (
  <section aria-labelledby="plan-names" className="stack">
    <h2 id="plan-names">Which plan is meant?</h2>
    <p>After you change a plan, show the preview again.</p>
    <ul className={`ruled ${styles.duplicates}`}>
      {plan_names.map(({ key, name, lines, plan_id }) => (
        <li key={`${key} ${plan_id}`}>
          <Field label={`${name === '' ? 'No plan' : `“${name}”`}: ${formatLines(lines).toLowerCase()}`}>
            {(control) => (
              <Select {...control} name="plans" defaultValue={plan_id && `${plan_id} ${key}`}>
                {(plan_id === '' || plan_id === 'none') && <option value="">Choose…</option>}
                {plans.map((plan) => (
                  <option key={plan.id} value={`${plan.id} ${key}`}>
                    {plan.name}
                  </option>
                ))}
                <option value={`none ${key}`}>Leave these rows out</option>
              </Select>
            )}
          </Field>
        </li>
      ))}
    </ul>
  </section>
);

/** Rows that are paid until a day far ahead. The user says if the dates are right. */
export const DatesFarAhead = ({ of: { rows, chosen } }: { of: MemberListReport['far_ahead'] }) => (
  <section aria-labelledby="far-ahead" className="stack">
    <h2 id="far-ahead">Are these dates right?</h2>
    <p>These people would be paid up for more than two years. Choose before you import the list.</p>
    <ul>
      {rows.slice(0, 20).map(({ line, name, paid_until }) => (
        <li key={line}>
          Line {line}: {name}, {formatDateOfInstant(paid_until)}
        </li>
      ))}
      {rows.length > 20 && <li>and {(rows.length - 20).toLocaleString('en-GB')} more</li>}
    </ul>
    <Field label="Dates far ahead">
      {(control) => (
        <Select {...control} required key={chosen} name="far_ahead" defaultValue={chosen}>
          <option value="">Choose…</option>
          <option value="import">The dates are right</option>
          <option value="skip">Leave these rows out</option>
        </Select>
      )}
    </Field>
  </section>
);

type Duplicate = MemberListReport['duplicates'][number];

/** Rows of the list that may be about one person. The user decides about them before anything is imported. */
export const DuplicateQuestions = ({ of }: { of: readonly Duplicate[] }) => (
  <section aria-labelledby="duplicates" className="stack">
    <h2 id="duplicates">One person or several?</h2>
    <p>The list doesn’t say. Choose for each before you import it.</p>
    <ul className={`ruled ${styles.duplicates}`}>
      {of.map((one) => (
        <li key={`${one.key} ${one.chosen}`}>
          <Field label={formatRows(one)}>
            {(control) => (
              <Select {...control} required name="people" defaultValue={one.chosen && `${one.chosen} ${one.key}`}>
                <option value="">Choose…</option>
                <option value={`one ${one.key}`}>One person</option>
                <option value={`several ${one.key}`}>{formatSeveral(one)}</option>
              </Select>
            )}
          </Field>
        </li>
      ))}
    </ul>
  </section>
);

function formatRows({ by, lines, differ, shared }: Duplicate): string {
  const rows = `Lines ${list.format(lines.map(String))}`;
  if (by === 'address') return `${rows}: ${list.format(differ)}, at ${shared}`;
  const emails = differ.map((email) => email || 'no email');
  return `${rows}: ${shared}, ${list.format(emails)}`;
}

function formatSeveral({ by, differ }: Duplicate): string {
  if (by === 'address') return `${differ.length} people who share an email address`;
  return 'Different people with the same name';
}
