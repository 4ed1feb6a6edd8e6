import { type ReactNode, useState } from 'react';
import { formatYearSpan } from '#features/money/ledger/financial-year.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatLocalDate } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Field, InputField, Select } from '#platform/web/ui/fields/field.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';
import { type AccountingContent, closeYear, reopenYear } from '../contract.ts';

import styles from './accounting.module.css';

const environmentTexts = {
  practice: 'These are the demo’s accounts. No money moves, and nothing here counts once you leave the demo.',
  sandbox:
    'These are test accounts. Square’s sandbox is in use, so nothing here counts towards the society’s own accounts. Don’t enter real cash.',
} as const;

/** A notice on sites where cards are charged without real money. */
export const EnvironmentNotice = ({ environment }: Pick<AccountingContent, 'environment'>) =>
  environment === 'production' ? null : <p className="meta">{environmentTexts[environment]}</p>;

/** A form to choose the financial year of the page at `path`, followed by `children`. */
export function YearChoice({
  path,
  page: { year, year_name, years },
  children,
}: {
  path: string;
  page: Pick<AccountingContent, 'year' | 'year_name' | 'years'>;
  children?: ReactNode;
}) {
  return (
    <form className={styles.choice} method="get" action={path} key={year}>
      <Field label="Year">
        {(control) => (
          <Select {...control} name="startyear" defaultValue={year}>
            {/* The year in the URL, if it isn't in the list */}
            {!years.some(({ start }) => start === year) && <option value={year}>{year_name}</option>}
            {years.map(({ start, name }) => (
              <option key={start} value={start}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="row">
        <Button type="submit" look="line">
          Show
        </Button>
        {children}
      </div>
    </form>
  );
}

/** Says that the year is closed, with a button to reopen it if possible, or offers to close it once it has ended. */
export function YearClosing({ page }: { page: Page<'accounting'> }) {
  const { closed, can_close, can_reopen } = page.year_status;
  if (!closed && !can_close) return null;
  return (
    <section aria-label="Closing the year" className={styles.closing}>
      {closed && (
        <p>
          <strong>{page.year_name} is closed</strong> ({formatClosing(closed)}). No more payments can be entered in it.
        </p>
      )}
      {can_reopen && <ReopenYearButton page={page} />}
      {can_close && <CloseYearButton page={page} />}
    </section>
  );
}

const formatClosing = ({ by, on, with: later }: NonNullable<Page<'accounting'>['year_status']['closed']>) =>
  [by && `by ${by}`, `on ${formatLocalDate(on)}`, later && `with ${later}`].filter(Boolean).join(', ');

function CloseYearButton({ page }: { page: Page<'accounting'> }) {
  const [isAsking, setIsAsking] = useState(false);
  const { year, year_name, totals, year_status } = page;
  const call = withParams(closeYear, { start: String(year) });
  const { busy, slot, send } = useCall(call.path);
  return (
    <div className="no-print">
      <Button look="line" aria-haspopup="dialog" pending={busy !== ''} onClick={() => setIsAsking(true)}>
        Close {year_name}…
      </Button>
      <CallStatus slot={slot} />
      {isAsking && (
        <ConfirmDialog
          question={`Close ${year_name}?`}
          cancelLabel="Leave it open"
          confirmLabel={`Close ${year_name}`}
          onConfirm={() => void send(call, { token: year_status.token })}
          onClose={() => setIsAsking(false)}
        >
          <p className="num">
            {year_name}: {formatMoney(totals.total_amounts)} in, {formatMoney(totals.total_fees)} fees,{' '}
            {formatMoney(totals.total_refund_amounts)} refunded: {formatMoney(totals.total_net)} net.
          </p>
          <p>
            This closes <strong>{formatYearSpan(year_status.affected_years)}</strong>. After that, no payments can be
            entered in {year_name} or any year before it. Later refunds, fees and corrections count on the day they are
            entered. An admin can reopen the year.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}

function ReopenYearButton({ page }: { page: Page<'accounting'> }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className="no-print">
      <Button look="quiet" small aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
        Reopen {page.year_name}…
      </Button>
      {isAsking && (
        <Dialog title={`Reopen ${page.year_name}`} onClose={() => setIsAsking(false)}>
          {(close) => (
            <CallForm
              call={withParams(reopenYear, { start: String(page.year) })}
              submitLabel={`Reopen ${page.year_name}`}
              pendingLabel="Reopening…"
              asks={false}
              onAnswer={({ code }) => {
                if (code === 200) close();
              }}
            >
              {(errors) => (
                <>
                  <p>
                    This reopens <strong>{formatYearSpan(page.year_status.affected_years)}</strong>. Payments can then
                    be entered there again.
                  </p>
                  <InputField
                    label="Reason"
                    hint="It’s kept in the audit log."
                    name="reason"
                    maxLength={150}
                    autoComplete="off"
                    error={errors.reason}
                    required
                  />
                </>
              )}
            </CallForm>
          )}
        </Dialog>
      )}
    </div>
  );
}
