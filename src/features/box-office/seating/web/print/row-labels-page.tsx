import type { Page } from '#platform/shared/pages.ts';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { listRowLabels, type RowLabel } from '../../printed-content.ts';
import { formatPrintedSheets, PrintedSheets, PrintPageHead } from './print-layout.tsx';
import styles from './row-labels-page.module.css';

/** Labels for the ends of the rows: nine to a sheet of A4 landscape. */
export default function RowLabelsPage({ page }: { page: Page<'row_labels'> }) {
  const labels = listRowLabels(page.layout);
  const count = labels.length === 1 ? 'One label' : `${labels.length} labels`;
  return (
    <>
      <PrintPageHead
        page={page}
        says={
          labels.length === 0 ? '' : `${count} on ${formatPrintedSheets(labels.length)}: one for each end of each row.`
        }
      />
      {labels.length === 0 && <EmptyState title="No seats to label">All seats of this plan are hidden.</EmptyState>}
      <PrintedSheets things={labels} keyOf={({ letters, first }) => `${letters}${first}`} called={formatRowRange}>
        {({ letters, first, last }) => (
          <article className={styles.label} data-label={letters}>
            <h3>
              <span className="vh">Row </span>
              {letters}
            </h3>
            <p>{first === last ? `Seat ${first}` : `Seats ${first}–${last}`}</p>
          </article>
        )}
      </PrintedSheets>
    </>
  );
}

const formatRowRange = (first: RowLabel, last: RowLabel) =>
  first.letters === last.letters ? `row ${first.letters}` : `rows ${first.letters} to ${last.letters}`;
