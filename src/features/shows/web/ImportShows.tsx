import { type FormEvent, useState } from 'react';
import type { AnswerTo } from '#platform/shared/calls.ts';
import { Said, say, unsay } from '#platform/web/alerts/index.ts';
import { sendCall } from '#platform/web/calls/sendCall.ts';
import { useCall } from '#platform/web/calls/useCall.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { ButtonWords } from '#platform/web/ui/ButtonWords.tsx';
import { Field } from '#platform/web/ui/Field.tsx';
import { FileInput } from '#platform/web/ui/FileInput.tsx';
import { type ImportPreview, importShows } from '../edit-contract.ts';
import styles from './ManageTools.module.css';

/** An archive as a CSV file: read, reported on, and imported only after a yes. */
export function ImportShows() {
  const [file, setFile] = useState<File | null>(null);
  const [reading, setReading] = useState(false);
  const [report, setReport] = useState<ImportPreview | null>(null);
  const { busy, at, make } = useCall();

  const bodyOf = (archive: File, { dry }: { dry: boolean }) => {
    const form = new FormData();
    form.append('file', archive);
    form.append('dry_run', dry ? '1' : '0');
    return form;
  };

  async function preview(event: FormEvent) {
    event.preventDefault();
    if (!file || reading) return;
    setReading(true);
    const answer = await sendCall(importShows, bodyOf(file, { dry: true }));
    setReading(false);
    setReport(reportIn(answer));
    say(at, answer);
  }

  const bringIn = (archive: File) =>
    make(importShows, bodyOf(archive, { dry: false }), { onAnswer: (answer) => setReport(reportIn(answer)) });

  return (
    <section className={styles.import} aria-labelledby="import-title">
      <form className="stack" onSubmit={preview}>
        <h2 id="import-title">Import shows</h2>
        <Field
          label="The archive"
          hint="A spreadsheet saved as “CSV UTF-8”. Its first line names the columns; a title and a last performance are needed (a year is enough). Shows that are here already are left alone."
        >
          {(control) => (
            <FileInput
              {...control}
              accept=".csv,text/csv"
              required
              onChange={({ target }) => {
                setFile(target.files?.[0] ?? null);
                setReport(null);
                unsay(at);
              }}
            />
          )}
        </Field>
        {report && <Preview report={report} />}
        <div className="row">
          <Button type="submit" look={report?.dryRun ? 'line' : 'ink'} pending={reading} disabled={!file}>
            <ButtonWords atRest="Show what would happen" doing="Reading…" busy={reading} />
          </Button>
          {file && report?.dryRun && report.shows > 0 && (
            <Button pending={busy !== ''} onClick={() => void bringIn(file)}>
              Import {report.shows === 1 ? 'one show' : `${report.shows} shows`}
            </Button>
          )}
          <Said at={at} />
        </div>
      </form>
    </section>
  );
}

function Preview({ report }: { report: ImportPreview }) {
  const { shows, titles, here, persons, credits, refused, refusals, near, nearNames, unused } = report;
  const figures: [string, number][] = [
    ['New shows', shows],
    ['Left alone, here already', here],
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
        <Long title={`Near names, kept as different people${more(near, nearNames.length)}`}>
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
    <details>
      <summary>{title}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too */}
      <section className={styles.long} tabIndex={0} aria-label={title}>
        <ul>
          {children.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </section>
    </details>
  );
}

const reportIn = (answer: AnswerTo<typeof importShows>) => (answer.code === 200 ? answer.report : null);
