import { sendCall } from '#platform/web/calls/send-call.ts';
import { ImportForm, ImportQuestions } from '#platform/web/imports/import-form.tsx';
import { ImportReport } from '#platform/web/imports/import-report.tsx';
import { Collapsible } from '#platform/web/ui/content/collapsible.tsx';
import { importShows, listShowImports, type ShowImportResult, undoShowImport } from '../edit-contract.ts';
import styles from './show-management.module.css';

const history = { list: listShowImports, undo: undoShowImport };

/** The form that imports shows from a spreadsheet, after a preview. */
export function ImportShowsForm() {
  return (
    <section className={styles.import} aria-labelledby="import-title">
      <ImportForm
        call={importShows}
        history={history}
        send={(form) => sendCall(importShows, form)}
        getImportLabel={buildImportLabel}
        title={<h2 id="import-title">Import shows</h2>}
        label="Spreadsheet"
        hint="An Excel workbook (.xlsx) or a spreadsheet saved as “CSV UTF-8”. One of the first lines must name the columns. Each show needs a title and a date (a year or a season is enough). Write cast and crew as “Hamlet: Ada Quill”, one per line, or as a list of names."
      >
        {(report, onChoice) => <Preview report={report} onChoice={onChoice} />}
      </ImportForm>
    </section>
  );
}

const buildImportLabel = ({ dryRun, shows, filled }: ShowImportResult): string => {
  if (!dryRun || shows + filled === 0) return '';
  const count = (number: number) => (number === 1 ? 'one show' : `${number.toLocaleString('en-GB')} shows`);
  if (shows === 0) return `Fill in ${count(filled)}`;
  return filled === 0
    ? `Import ${count(shows)}`
    : `Import ${count(shows)} and fill in ${filled.toLocaleString('en-GB')}`;
};

const outcomes = {
  new: 'Added to the archive',
  filled: 'Already in the archive: filled in',
  known: 'Already in the archive: not changed',
} as const;

function Preview({ report, onChoice }: { report: ShowImportResult; onChoice: () => void }) {
  const { shows, here, persons, credits, refused, refusals, near, nearNames, unused, rows, dryRun } = report;
  const { notes, questions, new_people } = report;
  const figures: [string, number][] = [
    ['New shows', shows],
    ['Already in the archive (not changed)', here - report.filled],
    ...(report.filled > 0 ? [['Already in the archive (filled in)', report.filled] satisfies [string, number]] : []),
    ['New people', persons],
    ['Credits', credits],
    ['Rows left out', refused],
  ];
  return (
    <ImportReport
      refused={refusals}
      refusedTotal={refused}
      refusedTitle={refused === 1 ? 'One row is left out' : `${refused.toLocaleString('en-GB')} rows are left out`}
      rejectedCsv={report.rejected_csv}
      unused={unused}
      notes={notes}
      noteTotals={report.note_counts}
      columns={['Title', 'Date']}
      rows={rows.map(({ line, title, date, to }) => ({
        ...{ line, cells: [title, date] },
        outcome: outcomes[to],
      }))}
      rowsTotal={report.rows_total}
      isDryRun={dryRun}
    >
      <dl className={styles.figures}>
        {figures.map(([name, number]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{number.toLocaleString('en-GB')}</dd>
          </div>
        ))}
      </dl>
      {dryRun && <ImportQuestions questions={questions} onChange={onChoice} />}
      {new_people.length > 0 && (
        <Collapsible title={`New people${formatTruncation(persons, new_people.length)}`}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area is scrolled by keys too */}
          <section className={styles.long} tabIndex={0} aria-label="New people">
            <ul>
              {new_people.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
          </section>
        </Collapsible>
      )}
      {nearNames.length > 0 && (
        <Collapsible title={`Similar names, treated as different people${formatTruncation(near, nearNames.length)}`}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area is scrolled by keys too */}
          <section className={styles.long} tabIndex={0} aria-label="Similar names">
            <ul>
              {nearNames.map(([a, b]) => (
                <li key={`${a} ${b}`}>
                  {a} / {b}
                </li>
              ))}
            </ul>
          </section>
        </Collapsible>
      )}
    </ImportReport>
  );
}

const formatTruncation = (all: number, shown: number) =>
  all > shown ? `, the first ${shown.toLocaleString('en-GB')} of ${all.toLocaleString('en-GB')}` : '';
