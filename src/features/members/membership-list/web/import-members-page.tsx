import { membershipPath } from '#features/money/subscriptions/paths.ts';
import { formatLocalDate } from '#platform/shared/dates/dates.ts';
import type { Page } from '#platform/shared/pages.ts';
import { sendCall } from '#platform/web/calls/send-call.ts';
import { ImportForm, ImportQuestions } from '#platform/web/imports/import-form.tsx';
import { ImportReport, SkippedRows } from '#platform/web/imports/import-report.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { MetaLine } from '#platform/web/ui/content/meta-line.tsx';
import { Field, Select } from '#platform/web/ui/fields/field.tsx';
import { BackLink } from '#platform/web/ui/navigation/page-links.tsx';
import { importMemberList, listMemberImports, type MemberImportReport, undoMemberImport } from '../contract.ts';
import styles from './membership.module.css';

type Content = Page<'membership_import'>;

const history = { list: listMemberImports, undo: undoMemberImport };

/**
 * Imports last year's paper list, typed into a spreadsheet. The page first shows the outcome for each row; a second
 * press imports the list.
 */
export default function ImportMembersPage({ page }: { page: Content }) {
  return (
    <div className={styles.page}>
      <header className="page-head">
        <p>
          <BackLink href={membershipPath}>Membership</BackLink>
        </p>
        <h1>{page.title}</h1>
        <p>
          Upload last year’s list as an Excel file (.xlsx) or “CSV UTF-8”. You’ll see a preview of each row before
          anything changes.
        </p>
      </header>
      {page.plans.length === 0 ? (
        <EmptyState title="No plans yet">
          An admin needs to add them in Admin Settings before you can import a list.
        </EmptyState>
      ) : (
        <>
          <ColumnGuide plans={page.plans} />
          <ImportForm
            call={importMemberList}
            history={history}
            send={(form) => sendCall(importMemberList, form)}
            posted={page}
            getImportLabel={getImportLabel}
            label="Membership list"
            hint="Up to 2,000 rows and 2 MB."
            paste={{
              label: 'Or paste the rows of the list',
              hint: 'Copy the rows in your spreadsheet, including the line that names the columns.',
            }}
            hidden={<input type="hidden" name="asks" value="1" />}
          >
            {(report, onChoice) => <Report report={report} onChoice={onChoice} />}
          </ImportForm>
        </>
      )}
    </div>
  );
}

const ColumnGuide = ({ plans }: { plans: readonly string[] }) => (
  <div className={styles.about}>
    <p>One of the first lines must name the columns, in any order.</p>
    <div className={styles.wanted}>
      <section aria-labelledby="needed">
        <h2 id="needed">Required</h2>
        <ul>
          <li>
            <strong>name</strong>, or <strong>first name</strong> and <strong>last name</strong>
          </li>
          <li>
            <strong>plan</strong>: {plans.join(', ')}
          </li>
          <li>
            <strong>until</strong>, the last day that is paid for, or <strong>paid on</strong>
          </li>
        </ul>
      </section>
      <section aria-labelledby="if-you-have-it">
        <h2 id="if-you-have-it">Optional</h2>
        <ul>
          <li>
            <strong>email</strong>
          </li>
          <li>
            <strong>phone</strong>
          </li>
          <li>
            <strong>amount</strong>
          </li>
          <li>
            <strong>how</strong> it was paid: cash, card, transfer, standing order, PayPal or cheque
          </li>
          <li>
            <strong>status</strong>: people who left, cancelled or were refunded are left out, and listed
          </li>
        </ul>
      </section>
    </div>
    <ul>
      <li>People who already have an account are matched by email, or by name if only one account has that name.</li>
      <li>
        Everyone else appears in the list as “No account yet”. When they create an account with the email address on the
        list, their membership moves to that account.
      </li>
      <li>Nothing is entered in the accounts: last year’s money belongs in last year’s accounts.</li>
      <li>
        No email is sent now. People with an account are reminded when their membership renews; remind the others with
        “Remind members”.
      </li>
    </ul>
  </div>
);

/** Returns the label of the button that imports; "" if nothing would change, or everything has been imported. */
function getImportLabel({ rows, dry_run }: MemberImportReport): string {
  const changes = rows.filter(({ to }) => to !== 'known').length;
  if (!dry_run || changes === 0) return '';
  return changes === 1 ? 'Import one row' : `Import ${changes.toLocaleString('en-GB')} rows`;
}

const outcomeLabels = {
  account: 'Listed under an account',
  new: 'Added without an account',
  paper: 'Updated',
  known: 'Already known',
} as const;

function Report({ report, onChoice }: { report: MemberImportReport; onChoice: () => void }) {
  const { rows, refused, rejected_csv, unused, questions, duplicates, skipped, plan_names, far_ahead, dry_run } =
    report;
  const remarked = rows.filter(({ remarks }) => remarks.length > 0).length;
  const count = (to: keyof typeof outcomeLabels) => rows.filter((row) => row.to === to).length;
  return (
    <ImportReport
      refused={refused}
      refusedTitle={
        refused.length === 1 ? 'One row is left out' : `${refused.length.toLocaleString('en-GB')} rows are left out`
      }
      rejectedCsv={rejected_csv}
      unused={unused}
      columns={['Name']}
      rows={rows.map(({ line, name, words, remarks }) => ({
        line,
        cells: [name],
        outcome: [words, ...remarks].join(' '),
      }))}
      isDryRun={dry_run}
    >
      {dry_run && <ImportQuestions questions={questions} onChange={onChoice} />}
      {dry_run && plan_names.length > 0 && <PlanNames report={report} />}
      {dry_run && far_ahead.rows.length > 0 && <DatesFarAhead of={far_ahead} />}
      {dry_run && duplicates.length > 0 && <DuplicateQuestions of={duplicates} />}
      <SkippedRows
        title="Rows left out: totals, and people who left, cancelled, were refunded or haven’t paid"
        rows={skipped}
      />
      <MetaLine
        className=""
        of={[
          ...(Object.keys(outcomeLabels) as (keyof typeof outcomeLabels)[])
            .filter((to) => count(to) > 0)
            .map((to) => `${outcomeLabels[to]}: ${count(to).toLocaleString('en-GB')}`),
          ...(remarked > 0 ? [`With a remark: ${remarked.toLocaleString('en-GB')}`] : []),
        ]}
      />
    </ImportReport>
  );
}

const list = new Intl.ListFormat('en-GB');

/** Formats line numbers as "Lines 2, 3 and 7", or "Lines 2, 3, 4, 5 and 40 more". */
function formatLines(lines: readonly number[]): string {
  if (lines.length === 1) return `Line ${lines[0]}`;
  const shown = lines.length > 6 ? lines.slice(0, 4) : lines;
  const rest = lines.length - shown.length;
  return `Lines ${list.format([...shown.map(String), ...(rest > 0 ? [`${rest.toLocaleString('en-GB')} more`] : [])])}`;
}

/** Names in the plan column that aren't exactly the name of a plan. The user checks or chooses the plan for each. */
const PlanNames = ({ report: { plan_names, plans } }: { report: MemberImportReport }) => (
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
const DatesFarAhead = ({ of: { rows, chosen } }: { of: MemberImportReport['far_ahead'] }) => (
  <section aria-labelledby="far-ahead" className="stack">
    <h2 id="far-ahead">Are these dates right?</h2>
    <p>These people would be paid up for more than two years. Choose before you import the list.</p>
    <ul>
      {rows.slice(0, 20).map(({ line, name, paid_until }) => (
        <li key={line}>
          Line {line}: {name}, {formatLocalDate(paid_until)}
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

type Duplicate = MemberImportReport['duplicates'][number];

/** Rows of the list that may be about one person. The user decides about them before anything is imported. */
const DuplicateQuestions = ({ of }: { of: readonly Duplicate[] }) => (
  <section aria-labelledby="duplicates" className="stack">
    <h2 id="duplicates">One person or several?</h2>
    <p>The list doesn’t say. Choose for each group of rows before you import the list.</p>
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
