import type { ReactNode } from 'react';
import { Alert } from '../ui/content/alert.tsx';
import styles from './import-report.module.css';

/** A row of the file: its line in the spreadsheet, its distinguishing cells, and the outcome of the import. */
export interface ReportedRow {
  line: number;
  cells: readonly string[];
  fate: string;
}

/** Shows the outcome of a spreadsheet row by row, as it would be or has been imported. */
export function ImportReport({
  refused,
  refusedTitle,
  unused,
  columns,
  rows,
  isDryRun,
  children,
}: {
  refused: readonly { line: number; column: string; reason: string }[];
  refusedTitle: string;
  /** Columns of the spreadsheet that nothing is taken from. */
  unused: readonly string[];
  /** The headings of each row's cells. */
  columns: readonly string[];
  rows: readonly ReportedRow[];
  isDryRun: boolean;
  /** Counts, above the rows. */
  children?: ReactNode;
}) {
  const fateTitle = isDryRun ? 'What will happen' : 'What happened';
  return (
    <div className="stack">
      {refused.length > 0 && (
        <Alert tone="bad" title={refusedTitle}>
          <ul className={styles.refused}>
            {refused.map(({ line, column, reason }) => (
              <li key={`${line} ${column} ${reason}`}>
                Line {line}, {column}: {reason}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {unused.length > 0 && <p className="meta">Columns we’ll ignore: {unused.join(', ')}</p>}
      {children}
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area is scrolled by keys too
        <section className={styles.rows} tabIndex={0} aria-label={fateTitle}>
          <table className="table table--stack">
            <thead>
              <tr>
                <th scope="col">Line</th>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
                <th scope="col">{fateTitle}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ line, cells, fate }) => (
                <tr key={line}>
                  <td data-label="Line" className="num">
                    {line}
                  </td>
                  {columns.map((column, at) => (
                    <td key={column} data-label={column}>
                      {cells[at]}
                    </td>
                  ))}
                  <td data-label={isDryRun ? 'Will happen' : 'Happened'}>{fate}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  );
}
