import type { ResponseOf } from '#platform/shared/calls/calls.ts';
import { sendCall } from '#platform/web/calls/send-call.ts';
import { Collapsible } from '#platform/web/ui/content/collapsible.tsx';
import { ImportForm } from '#platform/web/uploads/import-form.tsx';
import { type ImportPreview, importShows } from '../edit-contract.ts';
import styles from './manage-tools.module.css';

/** An archive as a spreadsheet: read, reported on, and imported only after a yes. */
export function ImportShows() {
  return (
    <section className={styles.import} aria-labelledby="import-title">
      <ImportForm
        call={importShows}
        send={(form) => sendCall(importShows, form)}
        getReport={reportIn}
        getImportLabel={offer}
        title={<h2 id="import-title">Import shows</h2>}
        label="Spreadsheet"
        hint="An Excel workbook (.xlsx) or a spreadsheet saved as “CSV UTF-8”. The first line must name the columns. Each show needs a title and a last performance (a year is enough). Shows already in the archive aren’t changed."
      >
        {(report) => <Preview report={report} />}
      </ImportForm>
    </section>
  );
}

const offer = ({ dryRun, shows }: ImportPreview): string =>
  !dryRun || shows === 0 ? '' : `Import ${shows === 1 ? 'one show' : `${shows} shows`}`;

function Preview({ report }: { report: ImportPreview }) {
  const { shows, titles, here, persons, credits, refused, refusals, near, nearNames, unused } = report;
  const figures: [string, number][] = [
    ['New shows', shows],
    ['Already in the archive (not changed)', here],
    ['New people', persons],
    ['Credits', credits],
    ['Rows that can’t be read', refused],
  ];
  return (
    <div className="stack">
      <dl className={styles.figures}>
        {figures.map(([name, number]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{number.toLocaleString('en-GB')}</dd>
          </div>
        ))}
      </dl>
      {titles.length > 0 && <Long title={`The new shows${more(shows, titles.length)}`}>{titles}</Long>}
      {refusals.length > 0 && (
        <Long title={`Rows that are left out${more(refused, refusals.length)}`}>
          {refusals.map(({ line, column, reason }) => `Line ${line}, ${column}: ${reason}`)}
        </Long>
      )}
      {nearNames.length > 0 && (
        <Long title={`Similar names, treated as different people${more(near, nearNames.length)}`}>
          {nearNames.map(([a, b]) => `${a} / ${b}`)}
        </Long>
      )}
      {unused.length > 0 && <p className="meta">Columns that are not used: {unused.join(', ')}</p>}
    </div>
  );
}

const more = (all: number, shown: number) => (all > shown ? `, the first ${shown} of ${all}` : '');

function Long({ title, children }: { title: string; children: readonly string[] }) {
  return (
    <Collapsible title={title}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too */}
      <section className={styles.long} tabIndex={0} aria-label={title}>
        <ul>
          {children.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </section>
    </Collapsible>
  );
}

const reportIn = (answer: ResponseOf<typeof importShows>) => (answer.code === 200 ? answer.report : null);
