import { frontOfHouseItems, paymentSourceLabels } from '#features/money/ledger/entry.ts';
import { filterBegunMonths, formatMonth } from '#features/money/ledger/financial-year.ts';
import type { LedgerTotals } from '#features/money/ledger/totals.ts';
import { restoreUnknownPayment } from '#features/money/payments/contract.ts';
import { DismissUnknownPaymentButton, RefundIssues } from '#features/money/payments/web/index.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatDate } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { BarChart } from '#platform/web/chart/bar-chart.tsx';
import { Button, ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { Alert } from '#platform/web/ui/content/alert.tsx';
import { Collapsible } from '#platform/web/ui/content/collapsible.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { PageActions, Sections } from '#platform/web/ui/content/layout.tsx';
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx';
import { FormSection } from '#platform/web/ui/fields/form-section.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { JumpLinks } from '#platform/web/ui/navigation/jump-links.tsx';
import { Pagination } from '#platform/web/ui/navigation/pagination.tsx';
import { accountingPath, addStartYear, subscriptionsPath } from '../paths.ts';
import styles from './accounting.module.css';
import { AccountingEntriesTable } from './accounting-entries.tsx';
import { EnvironmentNotice, YearChoice, YearClosing } from './financial-years.tsx';
import { ManualPaymentForm, SelectField } from './payment-form.tsx';

/** A financial year's income, fees and refunds, with the payments to refund or correct and a form to enter others. */
export default function AccountingPage({ page }: { page: Page<'accounting'> }) {
  const { year, year_name, from, until, totals, offline, tickets } = page;
  const sum = {
    total: totals.total_amounts,
    fees: totals.total_fees,
    refunds: totals.total_refund_amounts,
    net: totals.total_net,
  };
  const months = filterBegunMonths(page.today, page.by_month);
  // The totals don't reveal if the year is empty: they are also zero if every entry was corrected
  const isEmpty = page.by_source.length === 0;
  // Each list keeps its page when the page of the other list changes
  const hrefOf = (change: { page?: number; tickets_page?: number }, list: string) => {
    const pages = { page: page.page, tickets_page: page.tickets_page, ...change };
    return `${addStartYear(accountingPath, year)}&page=${pages.page}&tickets_page=${pages.tickets_page}#${list}`;
  };
  return (
    <Sections className={styles.page}>
      <header className="page-head">
        <h1>
          {page.title}, {year_name}
        </h1>
        <p>
          {formatDate(from, 'day')} to {formatDate(until, 'day')}.{' '}
          {!isEmpty && (
            <>
              {formatMoney(sum.total)} came in. {formatMoney(sum.fees)} went in fees and {formatMoney(sum.refunds)} was
              refunded.
            </>
          )}
        </p>
        {!isEmpty && (
          <p className={styles.net}>
            <strong>{formatMoney(sum.net)}</strong> after fees and refunds
          </p>
        )}
        {totals.card_transactions > 0 && (
          <p className="num">
            By card: {formatMoney(totals.card_amounts)} came in, {formatMoney(totals.card_fees)} went in fees and{' '}
            {formatMoney(totals.card_refund_amounts)} was refunded: {formatMoney(totals.card_net)} net.
          </p>
        )}
        <EnvironmentNotice environment={page.environment} />
        <PageActions>
          <ButtonLink href="#enter">Enter a payment</ButtonLink>
          {page.practice_page !== '' && (
            <ButtonLink look="quiet" href={page.practice_page}>
              Practice card provider
            </ButtonLink>
          )}
        </PageActions>
      </header>
      <div className="no-print">
        <YearChoice path={accountingPath} page={page}>
          {!isEmpty && (
            <ButtonLink look="line" href={addStartYear(`${accountingPath}.csv`, year)} download>
              <Icon of="download" /> Export (CSV)
            </ButtonLink>
          )}
          <a href={addStartYear(subscriptionsPath, year)}>See who has paid their subscription</a>
        </YearChoice>
      </div>
      <YearClosing page={page} />
      <JumpLinks to={listSections(page)} />
      <Differences of={page.differences} issues={page.refund_issues} />
      <DismissedPayments of={page.dismissed} />
      {isEmpty ? (
        <EmptyState title="Nothing entered">No payments are recorded for this year.</EmptyState>
      ) : (
        <>
          <section aria-labelledby="by-month">
            <h2 id="by-month">By month</h2>
            <div className={styles.months}>
              <MonthsChart months={months} />
              <TotalsTable
                caption={`By month, ${year_name}`}
                of="Month"
                rows={months.map(({ month, ...rest }) => ({ id: month, name: formatMonth(month), ...rest }))}
                sum={sum}
              />
            </div>
          </section>
          <AccountingSection id="by-plan" title="Subscriptions by plan" of="Plan" rows={page.by_plan} />
          <AccountingSection id="by-show" title="By show" of="Show" rows={page.by_show} />
          <AccountingSection id="other" title="Other income" of="What" rows={page.other} />
          <AccountingSection
            id="by-source"
            title="How it was paid"
            of="Method"
            rows={page.by_source.map((part) => ({ ...part, id: part.source, name: paymentSourceLabels[part.source] }))}
          />
        </>
      )}
      <PrintableListsLink page={page} />
      {offline.length > 0 && (
        <section aria-labelledby="offline">
          <AccountingEntriesTable id="offline" title="Cash, card machine, transfers and cheques" payments={offline} />
          <Pagination page={page.page} pages={page.pages} href={(to) => hrefOf({ page: to }, 'offline')} />
        </section>
      )}
      {tickets.length > 0 && (
        <section aria-labelledby="tickets">
          <AccountingEntriesTable id="tickets" title="Tickets paid by card" payments={tickets} />
          <Pagination
            page={page.tickets_page}
            pages={page.tickets_pages}
            href={(to) => hrefOf({ tickets_page: to }, 'tickets')}
          />
        </section>
      )}
      <div className="no-print">
        <FormSection
          id="enter"
          title="Enter a payment"
          about={
            <>
              Money that came in as cash, on your card machine, by bank transfer or by cheque. Subscriptions are entered
              in <a href={addStartYear(subscriptionsPath, year)}>Get Subs</a>.
            </>
          }
        >
          <ManualPaymentForm page={page}>
            {(errors) => (
              <FieldPair>
                <SelectField
                  label="What for"
                  name="what"
                  error={errors.what}
                  choices={[['tickets', 'Tickets'], ...frontOfHouseItems.map((name) => [name, name] as const)]}
                />
                <SelectField
                  label="At which show"
                  name="show_id"
                  error={errors.show_id}
                  choices={page.shows.map(({ id, title }) => [id, title] as const)}
                  none="None"
                />
              </FieldPair>
            )}
          </ManualPaymentForm>
        </FormSection>
      </div>
    </Sections>
  );
}

/** Returns the sections of the page that have content, in their order, and the form to enter a payment. */
function listSections({
  differences,
  refund_issues,
  by_plan,
  by_show,
  other,
  by_source,
  offline,
  tickets,
}: Page<'accounting'>) {
  const sections: [id: string, name: string, content: readonly unknown[]][] = [
    ['differences', 'Needs attention', [...differences, ...refund_issues]],
    ['by-month', 'By month', by_source],
    ['by-plan', 'By plan', by_plan],
    ['by-show', 'By show', by_show],
    ['other', 'Other income', other],
    ['by-source', 'How it was paid', by_source],
    ['offline', 'Cash and transfers', offline],
    ['tickets', 'Tickets by card', tickets],
  ];
  const filled = sections.filter(([, , content]) => content.length > 0).map(([id, name]) => ({ id, name }));
  return [...filled, { id: 'enter', name: 'Enter a payment' }];
}

/** The refunds and disputes that wait for a decision, and the differences between the ledger and Square's list. */
function Differences({
  of,
  issues,
}: {
  of: Page<'accounting'>['differences'];
  issues: Page<'accounting'>['refund_issues'];
}) {
  // After the last difference is settled the section stays, to show the response
  const hasHeading = of.length > 0 || issues.length > 0;
  return (
    <section id="differences" aria-labelledby={hasHeading ? 'differences-title' : undefined} className="no-print">
      {hasHeading && (
        <>
          <h2 id="differences-title">Needs attention</h2>
          <p>Payments are compared with Square’s list each night. A difference that is settled disappears by itself.</p>
        </>
      )}
      <RefundIssues issues={issues} links>
        {of.map(({ id, found, says, todo, square_id, amount, can_dismiss }) => (
          <li key={id}>
            <Alert tone="bad" title={says}>
              <p>{todo}</p>
              <p className="meta">
                Found on {formatDate(found, 'day')}. Square’s id: {square_id}
              </p>
              {can_dismiss && (
                <p>
                  <DismissUnknownPaymentButton of={{ id, amount }} />
                </p>
              )}
            </Alert>
          </li>
        ))}
      </RefundIssues>
    </section>
  );
}

/** The payments, refunds and disputes dismissed as not ours. Each can be restored. */
function DismissedPayments({ of }: { of: Page<'accounting'>['dismissed'] }) {
  const { busy, slot, send } = useCall();
  if (of.length === 0) return null;
  return (
    <section aria-label="Dismissed" className="no-print">
      <Collapsible title={`Dismissed (${of.length})`}>
        <ul className="ruled">
          {of.map(({ id, on, square_id, amount, by, detail }) => {
            const call = withParams(restoreUnknownPayment, { id });
            return (
              <li key={id} className="spread">
                <div>
                  <p>{detail || `${formatMoney(amount)}, ${square_id}`}</p>
                  <p className="meta">
                    Dismissed on {formatDate(on, 'day')}
                    {by && ` by ${by}`}
                  </p>
                </div>
                <Button small look="quiet" pending={busy === call.path} onClick={() => void send(call)}>
                  Undo<span className="vh"> dismissing {formatMoney(amount)}</span>
                </Button>
              </li>
            );
          })}
        </ul>
        <CallStatus slot={slot} />
      </Collapsible>
    </section>
  );
}

/**
 * A link to the page with complete lists, for printing, and a note on paper that the lists below are incomplete.
 * Renders nothing if each list has only one page.
 */
const PrintableListsLink = ({ page: { year, pages, tickets_pages } }: { page: Page<'accounting'> }) =>
  pages > 1 || tickets_pages > 1 ? (
    <>
      <p className="no-print">
        <ButtonLink look="line" href={`${addStartYear(accountingPath, year)}&all=1#offline`}>
          Show complete lists, to print
        </ButtonLink>
      </p>
      <p className={styles.onPaper}>
        The lists below are not complete: press “Show complete lists, to print” before printing.
      </p>
    </>
  ) : null;

/** A table of totals with its heading. Renders nothing if it has no rows. */
function AccountingSection({
  id,
  title,
  of,
  rows,
}: {
  id: string;
  title: string;
  of: string;
  rows: Parameters<typeof TotalsTable>[0]['rows'];
}) {
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <TotalsTable caption={title} of={of} rows={rows} />
    </section>
  );
}

/** A bar chart of each month's income, and of its fees and refunds. The table next to it has the figures. */
export const MonthsChart = ({ months }: { months: Page<'accounting'>['by_month'] }) => (
  <figure className={styles.chart}>
    <BarChart
      label="What came in and went out by month, as bars"
      bars={months.map(({ month, total, fees, refunds }) => ({
        id: month,
        name: formatMonth(month).slice(0, 3),
        amounts: [total, fees + refunds],
      }))}
    />
    <figcaption>
      <span className={styles.key} data-of="in" aria-hidden /> Left: money in.{' '}
      <span className={styles.key} data-of="out" aria-hidden /> Right: fees and refunds.
    </figcaption>
  </figure>
);

const columns = [
  ['total', 'In'],
  ['fees', 'Fees'],
  ['refunds', 'Refunds'],
  ['net', 'Net'],
] as const;

/** A table of totals, for example with a row for each plan or each show. */
function TotalsTable({
  caption,
  of,
  rows,
  sum,
}: {
  caption: string;
  /** The heading of the first column. */
  of: string;
  rows: readonly (LedgerTotals & { id: string; name: string })[];
  /** The totals of all rows, for a row at the end. */
  sum?: LedgerTotals;
}) {
  return (
    <table className={`table table--stack table--cards ${styles.totals}`}>
      <caption className="vh">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{of}</th>
          {columns.map(([, name]) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, ...totals }) => (
          <tr key={id}>
            <th scope="row" data-heads>
              {name}
            </th>
            <TotalsCells of={totals} />
          </tr>
        ))}
      </tbody>
      {sum && (
        <tfoot>
          <tr>
            <th scope="row" data-heads>
              All
            </th>
            <TotalsCells of={sum} />
          </tr>
        </tfoot>
      )}
    </table>
  );
}

const TotalsCells = ({ of }: { of: LedgerTotals }) =>
  columns.map(([key, name]) => (
    <td
      key={key}
      data-label={name}
      data-named
      data-sum={key === 'net' || undefined}
      className="num"
      data-nothing={of[key] === 0 || undefined}
    >
      {of[key] === 0 ? '–' : formatMoney(of[key])}
    </td>
  ));
