import { useState } from 'react';
import type { Performance } from '#features/box-office/performances/contract.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import { sendCall } from '#platform/web/calls/send-call.ts';
import { ImportForm, ImportQuestions } from '#platform/web/imports/import-form.tsx';
import { ImportReport, SkippedRows } from '#platform/web/imports/import-report.tsx';
import { Field, Input, Select } from '#platform/web/ui/fields/field.tsx';
import { importOrders, listOrderImports, type OrderImportReport, undoOrderImport } from '../contract.ts';

const history = { list: listOrderImports, undo: undoOrderImport };

/**
 * Imports an external shop's list of orders. The first step previews the effect on each order; the second step imports
 * the orders.
 */
export function ImportOrdersForm({ show, performances }: { show: string; performances: readonly Performance[] }) {
  const [performance, setPerformance] = useState('');
  const [seller, setSeller] = useState('');
  const send = (form: FormData, confirmed?: OrderImportReport | null) => {
    form.append('show_id', show);
    form.append('performance_id', performance);
    form.append('seller', seller);
    form.append('leave_out', confirmed && confirmed.refused.length > 0 ? '1' : '');
    return sendCall(importOrders, form);
  };
  return (
    <div className="stack">
      <p>
        Import another shop’s list of orders, saved as an Excel workbook (.xlsx) or as “CSV UTF-8”. One of its first
        lines names the columns, in any order: <strong>reference</strong> and <strong>name</strong>; and, where you have
        them, email, phone, ticket type, quantity, price each, seats, note and status. Rows with the same reference make
        up one order. Rows that are cancelled, refunded or not paid are left out, and listed. The money stays with that
        shop: nothing is entered in our accounts, and nobody is emailed.
      </p>
      <Field
        label="Performance these tickets are for"
        hint="If the list has date and time columns, leave this as it is."
      >
        {(control) => (
          <Select {...control} value={performance} onChange={({ target }) => setPerformance(target.value)}>
            <option value="">As given in the list</option>
            {performances.map(({ id, date }) => (
              <option key={id} value={id}>
                {formatDateTime(date)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label="Sold by"
        hint="The shop, such as TicketSource. If a performance is cancelled, you then see where to settle its orders."
      >
        {(control) => (
          <Input
            {...control}
            value={seller}
            maxLength={60}
            autoComplete="off"
            onChange={({ target }) => setSeller(target.value)}
          />
        )}
      </Field>
      <ImportForm
        key={performance}
        call={importOrders}
        history={{ ...history, subject: show }}
        send={send}
        getImportLabel={buildImportLabel}
        label="List of orders"
        hint="Up to 1,000 rows or 1 MB. Orders already imported are left unchanged."
      >
        {(report, onChoice) => <Report report={report} onChoice={onChoice} />}
      </ImportForm>
    </div>
  );
}

/** The label of the import button; "" if nothing would be imported, or after the import. */
function buildImportLabel({ orders, refused, dry_run }: OrderImportReport): string {
  const fresh = orders.filter(({ to }) => to === 'new').length;
  if (!dry_run || fresh === 0) return '';
  const label = fresh === 1 ? 'mport one order' : `mport ${fresh.toLocaleString('en-GB')} orders`;
  return refused.length === 0 ? `I${label}` : `Leave the rest out and i${label}`;
}

function Report({
  report: { orders, refused, rejected_csv, skipped, unused, questions, dry_run },
  onChoice,
}: {
  report: OrderImportReport;
  onChoice: () => void;
}) {
  const importedPrefix = dry_run ? 'Will be imported: ' : 'Imported: ';
  return (
    <ImportReport
      refused={refused}
      refusedTitle={
        refused.length === 1
          ? 'One row is left out, because it can’t be used'
          : `${refused.length.toLocaleString('en-GB')} rows are left out: they, or other rows of their orders, can’t be used`
      }
      rejectedCsv={rejected_csv}
      unused={unused}
      columns={['Reference', 'Name']}
      rows={orders.map(({ line, reference, name, to, words: label }) => ({
        line,
        cells: [reference, name],
        outcome: to === 'new' ? importedPrefix + label : label,
      }))}
      isDryRun={dry_run}
    >
      {dry_run && <ImportQuestions questions={questions} onChange={onChoice} />}
      <SkippedRows title="Rows left out, each with the reason" rows={skipped} />
    </ImportReport>
  );
}
