import { type ReactNode, useEffect, useState } from 'react';
import type { CellNote } from '#platform/shared/calls/imports.ts';
import { Button } from '../ui/actions/button.tsx';
import { Alert } from '../ui/content/alert.tsx';
import { Collapsible } from '../ui/content/collapsible.tsx';
import styles from './import-report.module.css';

/** A row of the file: its line in the spreadsheet, its distinguishing cells, and the outcome of the import. */
export interface ImportReportRow {
  line: number;
  cells: readonly string[];
  outcome: string;
}

/** The maximum number of rows or remarks that a list shows one by one. */
const maxListed = 50;
const rowsAPage = 100;

/** A cell of the file, and the text shown about it. */
type Cell = Pick<CellNote, 'line' | 'column' | 'reason'>;
type NoteTotals = Partial<Record<CellNote['kind'], number>>;

/** Shows the outcome of an import row by row, in a preview or after the import. */
export function ImportReport({
  refused,
  refusedTotal = refused.length,
  refusedTitle,
  rejectedCsv,
  unused,
  notes = [],
  noteTotals = {},
  columns,
  rows,
  rowsTotal = rows.length,
  isDryRun,
  children,
}: {
  refused: readonly Cell[];
  /** The number of all refused cells, if `refused` has only the first of them. */
  refusedTotal?: number;
  refusedTitle: string;
  /** All rejected rows as a CSV file. */
  rejectedCsv: string;
  /** Columns of the spreadsheet that aren't imported. */
  unused: readonly string[];
  /** Remarks on single cells of the rows that are imported. */
  notes?: readonly CellNote[];
  /** The number of all remarks of each kind, if `notes` has only the first of them. */
  noteTotals?: NoteTotals;
  /** The headings of each row's cells. */
  columns: readonly string[];
  rows: readonly ImportReportRow[];
  /** The number of all rows, if `rows` has only the first of them. */
  rowsTotal?: number;
  isDryRun: boolean;
  /** Counts shown above the rows. */
  children?: ReactNode;
}) {
  return (
    <div className="stack">
      {refused.length > 0 && (
        <Alert tone="bad" title={refusedTitle}>
          <CellList cells={refused} total={refusedTotal} />
          <RejectedRowsLink csv={rejectedCsv} />
        </Alert>
      )}
      <CellNotes notes={notes} totals={noteTotals} rejectedCsv={refused.length === 0 ? rejectedCsv : ''} />
      {unused.length > 0 && <p className="meta">Ignored columns: {unused.join(', ')}</p>}
      {children}
      {rows.length > 0 && <ReportedRows columns={columns} rows={rows} total={rowsTotal} isDryRun={isDryRun} />}
    </div>
  );
}

const RejectedRowsLink = ({ csv }: { csv: string }) => (
  <p>
    <a download="rejected rows.csv" href={`data:text/csv;charset=utf-8,${encodeURIComponent(csv)}`}>
      Download the rejected rows (CSV)
    </a>{' '}
    to correct them and import them again.
  </p>
);

/** Lists remarks on single cells, starting with cells that are left out. */
function CellNotes({
  notes,
  totals,
  rejectedCsv,
}: {
  notes: readonly CellNote[];
  totals: NoteTotals;
  rejectedCsv: string;
}) {
  const [skipped, check, read] = (['skipped', 'check', 'read'] as const).map((kind) =>
    notes.filter((note) => note.kind === kind),
  );
  return (
    <>
      {skipped && skipped.length > 0 && (
        <Alert tone="bad" title="Some cells are left out; the rest of each row is imported">
          <CellList cells={skipped} total={totals.skipped} />
          {rejectedCsv !== '' && <RejectedRowsLink csv={rejectedCsv} />}
        </Alert>
      )}
      {check && check.length > 0 && (
        <Alert tone="bad" className={styles.check} title="Please check these rows">
          <CellList cells={check} total={totals.check} />
        </Alert>
      )}
      {read && read.length > 0 && (
        <Collapsible title="How we read some cells">
          <CellList cells={read} total={totals.read} />
        </Collapsible>
      )}
    </>
  );
}

const CellList = ({ cells, total }: { cells: readonly Cell[]; total: number | undefined }) => (
  <ShortList items={cells} total={total}>
    {({ line, column, reason }) => (
      <li key={`${line} ${column} ${reason}`}>
        Line {line}, {column}: {reason}
      </li>
    )}
  </ShortList>
);

/** Lists the first items, and says how many more there are. */
function ShortList<Item>({
  items,
  total = items.length,
  children,
}: {
  items: readonly Item[];
  /** The number of all items, of which `items` may have only the first. */
  total?: number | undefined;
  children: (item: Item) => ReactNode;
}) {
  const listed = items.slice(0, maxListed);
  return (
    <ul className={styles.bulleted}>
      {listed.map(children)}
      {total > listed.length && <li>and {(total - listed.length).toLocaleString('en-GB')} more</li>}
    </ul>
  );
}

/**
 * Returns `start`, the index of a page's first row; if the list no longer has that many rows, the index of the last
 * page's first row. After a change of columns or answers, another preview may have fewer rows.
 */
export const clampPageStart = (start: number, rows: number): number =>
  Math.min(start, Math.max(0, Math.ceil(rows / rowsAPage) - 1) * rowsAPage);

function ReportedRows({
  columns,
  rows,
  total,
  isDryRun,
}: {
  columns: readonly string[];
  rows: readonly ImportReportRow[];
  total: number;
  isDryRun: boolean;
}) {
  /**
   * The index of the first row on the page. Undefined until the page is hydrated. Until then all rows are shown,
   * because without JavaScript nobody could turn to the next page.
   */
  const [start, setStart] = useState<number>();
  useEffect(() => setStart(0), []);
  const from = clampPageStart(start ?? 0, rows.length);
  const shown = start === undefined ? rows : rows.slice(from, from + rowsAPage);
  const outcomeTitle = isDryRun ? 'What will happen' : 'What happened';
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: people without a pointer scroll the area with keys */}
      <section className={styles.rows} tabIndex={0} aria-label={outcomeTitle}>
        <table className="table table--stack">
          <thead>
            <tr>
              <th scope="col">Line</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
              <th scope="col">{outcomeTitle}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ line, cells, outcome }) => (
              <tr key={line}>
                <td data-label="Line" className="num">
                  {line}
                </td>
                {columns.map((column, place) => (
                  <td key={column} data-label={column}>
                    {cells[place]}
                  </td>
                ))}
                <td data-label={isDryRun ? 'Will happen' : 'Happened'}>{outcome}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {start !== undefined && rows.length > rowsAPage && (
        <div className="row">
          <Button look="line" disabled={from === 0} onClick={() => setStart(from - rowsAPage)}>
            Previous rows
          </Button>
          <span className="meta">
            {(from + 1).toLocaleString('en-GB')}–{(from + shown.length).toLocaleString('en-GB')} of{' '}
            {rows.length.toLocaleString('en-GB')}
          </span>
          <Button look="line" disabled={from + rowsAPage >= rows.length} onClick={() => setStart(from + rowsAPage)}>
            Next rows
          </Button>
        </div>
      )}
      {total > rows.length && (
        <p className="meta">
          These are the first {rows.length.toLocaleString('en-GB')} of {total.toLocaleString('en-GB')} rows.
        </p>
      )}
    </>
  );
}

/** Lists rows of the file that are left out although they have no fault, such as totals or refunded orders. */
export const SkippedRows = ({ title, rows }: { title: string; rows: readonly { line: number; text: string }[] }) =>
  rows.length === 0 ? null : (
    <Collapsible title={`${title}: ${rows.length.toLocaleString('en-GB')}`} open wide>
      <ShortList items={rows}>
        {({ line, text }) => (
          <li key={line}>
            Line {line}: {text}
          </li>
        )}
      </ShortList>
    </Collapsible>
  );
