import { membershipPath } from '#features/money/membership/paths.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { sendCall } from '#platform/web/calls/send-call.ts';
import { ImportForm } from '#platform/web/imports/import-form.tsx';
import { ImportQuestions } from '#platform/web/imports/import-questions.tsx';
import { ImportReport, SkippedRows } from '#platform/web/imports/import-report.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { MetaLine } from '#platform/web/ui/content/meta-line.tsx';
import { BackLink } from '#platform/web/ui/navigation/back-link.tsx';
import { importMemberList, listMemberImports, type MemberListReport, undoMemberImport } from '../contract.ts';
import { DatesFarAhead, DuplicateQuestions, PlanNames } from './list-questions.tsx';
import styles from './membership.module.css';

type Content = Page<'membership_import'>;

const history = { list: listMemberImports, undo: undoMemberImport };

export const head = ({ title }: Content): Head => ({ title, description: title, indexed: false });

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
            hint="Up to 2,000 rows, or 2 MB."
            paste={{
              label: 'Or paste its rows',
              hint: 'Copy them in your spreadsheet, with the line that names the columns.',
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
            <strong>status</strong>: rows that are refunded or cancelled are left out, and listed
          </li>
        </ul>
      </section>
    </div>
    <ul>
      <li>People who already have an account are matched by email, or by name if only one fits.</li>
      <li>
        Everyone else appears in the list as “No account yet”. When they create an account with that email address,
        their membership moves to it.
      </li>
      <li>Nothing is entered in the books: last year’s money belongs in last year’s books.</li>
      <li>
        No email is sent now. People with an account are reminded when their membership renews; remind the others with
        “Remind members”.
      </li>
    </ul>
  </div>
);

/** Returns the label of the button that imports; "" if nothing would change, or everything has been imported. */
function getImportLabel({ rows, dry_run }: MemberListReport): string {
  const changes = rows.filter(({ to }) => to !== 'known').length;
  if (!dry_run || changes === 0) return '';
  return changes === 1 ? 'Import one row' : `Import ${changes.toLocaleString('en-GB')} rows`;
}

const outcomeLabels = {
  account: 'Listed under an account',
  new: 'No account yet',
  paper: 'Updated',
  known: 'Already known',
} as const;

function Report({ report, onChoice }: { report: MemberListReport; onChoice: () => void }) {
  const { rows, refused, rejected_csv, unused, questions, duplicates, skipped, plan_names, far_ahead, dry_run } =
    report;
  const remarked = rows.filter(({ remarks }) => remarks.length > 0).length;
  const count = (to: keyof typeof outcomeLabels) => rows.filter((row) => row.to === to).length;
  return (
    <ImportReport
      refused={refused}
      refusedTitle={
        refused.length === 1 ? 'One row can’t be read' : `${refused.length.toLocaleString('en-GB')} rows can’t be read`
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
        title="Rows left out: totals, or people who were refunded, cancelled or haven’t paid"
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
