import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { listRowLabels, type RowLabel } from '../printed-plan.ts';
import { PrintHead } from './print-head.tsx';
import styles from './row-labels-page.module.css';
import { Sheets, splitIntoPrintedSheets } from './sheets.tsx';

export const head = (page: Page<'row_labels'>): Head => ({
  title: page.title,
  description: page.title,
  indexed: false,
});

/** Labels for the ends of the rows: nine to a sheet of A4 landscape. */
export default function RowLabelsPage({ page }: { page: Page<'row_labels'> }) {
  const labels = listRowLabels(page.layout);
  const sheets = splitIntoPrintedSheets(labels).length;
  const of = sheets === 1 ? 'one sheet' : `${sheets} sheets`;
  return (
    <>
      <PrintHead page={page} says={`${labels.length} labels on ${of} of A4 landscape: one for each end of each row.`} />
      <Sheets things={labels} keyOf={({ letters, first }) => `${letters}${first}`} called={formatRowRange}>
        {({ letters, first, last }) => (
          <article className={styles.label} data-label={letters}>
            <h3>
              <span className="vh">Row </span>
              {letters}
            </h3>
            <p>{first === last ? `Seat ${first}` : `Seats ${first}–${last}`}</p>
          </article>
        )}
      </Sheets>
    </>
  );
}

const formatRowRange = (first: RowLabel, last: RowLabel) =>
  first.letters === last.letters ? `row ${first.letters}` : `rows ${first.letters} to ${last.letters}`;
