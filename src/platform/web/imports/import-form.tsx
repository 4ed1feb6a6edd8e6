import { type FormEvent, type ReactNode, useEffect, useReducer, useRef, useState } from 'react';
import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import type { Call } from '#platform/shared/calls/calls.ts';
import type { ImportColumn, ImportQuestion } from '#platform/shared/calls/imports.ts';
import { CallStatus, clearResponse } from '../alerts/index.ts';
import { useCall } from '../calls/use-call.ts';
import { Button } from '../ui/actions/button.tsx';
import { ButtonLabel } from '../ui/actions/button-label.tsx';
import { Alert } from '../ui/content/alert.tsx';
import { Collapsible } from '../ui/content/collapsible.tsx';
import { Field, Select, Textarea } from '../ui/fields/field.tsx';
import { FileInput } from '../ui/fields/file-input.tsx';
import styles from './import-report.module.css';
import { type ImportHistoryCalls, PastImports } from './past-imports.tsx';

/** The columns of a file, and the fields that each column can be read as. */
interface FileColumns {
  columns: readonly ImportColumn[];
  column_choices: readonly string[];
}

/** The response to a file: a report on the file, or the columns of a file that can't be imported. */
interface ImportResponse<Report> extends CallResponse {
  report?: Report | undefined;
  columns?: FileColumns['columns'] | undefined;
  column_choices?: FileColumns['column_choices'] | undefined;
}

/**
 * Uploads or pastes a spreadsheet, shows a preview of its import, and imports it once the user confirms the preview.
 */
export function ImportForm<Report extends FileColumns>({
  call,
  send,
  getImportLabel,
  label,
  hint,
  paste,
  title,
  hidden,
  posted,
  history,
  children,
}: {
  call: Pick<Call, 'path'>;
  /**
   * Sends the form. The spreadsheet is its `file`; `dry_run` is `1` for a preview and `0` for an import. `confirmed` is
   * the preview that the user confirms by an import; undefined for a preview.
   */
  send: (form: FormData, confirmed?: Report | null) => Promise<ImportResponse<Report>>;
  /**
   * The label of the button that imports the rows of a report; "" if there are no rows to import, or they have been
   * imported.
   */
  getImportLabel: (report: Report) => string;
  label: string;
  hint: string;
  /** The field named `pasted` for pasting rows, if that is offered. */
  paste?: { label: string; hint: string };
  /** The form's title, if it differs from the page's own. */
  title?: ReactNode;
  /** Hidden fields that are sent with the form. */
  hidden?: ReactNode;
  /** The page's response to a spreadsheet that was posted without a script; undefined if the form needs a script. */
  posted?: { answer?: CallResponse | undefined; report?: Report | undefined };
  /** The calls that list and undo earlier imports. */
  history: ImportHistoryCalls;
  /**
   * Renders the outcome, with fields for choices that are sent with the spreadsheet. `onChoice` is called for a choice
   * that changes the outcome; the user must then preview the import again.
   */
  children: (report: Report, onChoice: () => void) => ReactNode;
}) {
  const [file, setFile] = useState<File | null>(null);
  const [pasted, setPasted] = useState('');
  /** The key of the file field. A new key empties the field, which the form can't do in another way. */
  const [fileField, renewFileField] = useReducer((count: number) => count + 1, 0);
  const form = useRef<HTMLFormElement>(null);
  const latest = useRef(file);
  const [reported, setReport] = useState<Report | null>(posted?.report ?? null);
  /** The columns of a file that can't be imported as it is. */
  const [unmatched, setUnmatched] = useState<FileColumns | null>(null);
  const [isImported, setImported] = useState(false);
  /** True while a choice that changes the outcome has not been previewed. */
  const [isStale, setStale] = useState(false);
  const [isAwake, setAwake] = useState(false);
  useEffect(() => setAwake(true), []);
  const { busy: importing, slot: at, sendVia: make } = useCall();
  const { busy: reading, sendVia: ask } = useCall(at);
  const offered = reported === null || isStale ? '' : getImportLabel(reported);
  const fileColumns = reported ?? unmatched;

  function preview(event: FormEvent) {
    event.preventDefault();
    if (!file || reading) return;
    const onAnswer = (answer: ImportResponse<Report>) => !report(file, answer);
    void ask(call, () => send(bodyOf(form.current, file, '1')), { renews: 'nothing', onAnswer });
  }

  function importRows(chosen: File) {
    // A preview may leave a question open, an import may not
    const unanswered = form.current?.querySelector<HTMLSelectElement>('select:invalid');
    if (unanswered) {
      unanswered.reportValidity();
      return;
    }
    void make(call, () => send(bodyOf(form.current, chosen, '0'), reported), {
      onAnswer: (answer) => {
        report(chosen, answer);
        setImported(answer.code === 200);
      },
    });
  }

  /** Stores the chosen spreadsheet, and removes the report on the previous one. */
  function take(chosen: File | null): void {
    latest.current = chosen;
    setFile(chosen);
    setReport(null);
    setUnmatched(null);
    setStale(false);
    setImported(false);
    clearResponse(at);
  }

  /** Shows a report. If another spreadsheet has been chosen since, does nothing and returns false. */
  function report(of: File, answer: ImportResponse<Report>): boolean {
    if (latest.current !== of) return false;
    const { report = null, columns = [], column_choices = [] } = answer;
    // A busy server or a lost connection says nothing about the file, so the last report stays
    if (answer.code !== 200 && report === null && answer.columns === undefined) return true;
    setReport(report);
    setImported(false);
    setUnmatched(columns.length > 0 ? { columns, column_choices } : null);
    setStale(false);
    return true;
  }

  return (
    <form
      ref={form}
      className={`stack long-answers ${styles.form}`}
      onSubmit={preview}
      {...(posted && { method: 'post', action: call.path, encType: 'multipart/form-data' })}
    >
      {title}
      {hidden}
      {posted?.answer && (
        <div role="alert">
          <Alert tone={posted.answer.code === 200 ? 'ok' : 'bad'} title={posted.answer.msg} />
        </div>
      )}
      <Field label={label} hint={hint}>
        {(control) => (
          <FileInput
            key={fileField}
            {...control}
            name="file"
            accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            required={!paste}
            onChange={({ target }) => {
              setPasted('');
              take(target.files?.[0] ?? null);
            }}
          />
        )}
      </Field>
      {paste && (
        <Field label={paste.label} hint={paste.hint}>
          {(control) => (
            <Textarea
              {...control}
              name="pasted"
              rows={4}
              wrap="off"
              spellCheck={false}
              autoComplete="off"
              value={pasted}
              onChange={({ target }) => {
                if (pasted === '' && file) renewFileField();
                setPasted(target.value);
                take(target.value.trim() === '' ? null : new File([target.value], 'pasted rows.csv'));
              }}
            />
          )}
        </Field>
      )}
      {fileColumns && (
        <ColumnChoices
          columns={fileColumns.columns}
          choices={fileColumns.column_choices}
          isOpen={reported === null}
          onChange={() => setStale(true)}
        />
      )}
      {reported !== null && children(reported, () => setStale(true))}
      <div className="row">
        <Button
          type="submit"
          formNoValidate
          look={offered ? 'line' : 'ink'}
          pending={reading !== ''}
          disabled={!file && (isAwake || !posted)}
        >
          <ButtonLabel label="Preview the import" busyLabel="Reading…" busy={reading !== ''} />
        </Button>
        {posted && !isAwake && (
          <noscript>
            <Button type="submit" look="line" name="dry_run" value="0">
              Import without preview
            </Button>
          </noscript>
        )}
        {file && offered && (
          <Button pending={importing !== ''} onClick={() => importRows(file)}>
            <ButtonLabel label={offered} busyLabel="Importing…" busy={importing !== ''} />
          </Button>
        )}
        <CallStatus slot={at} />
      </div>
      <PastImports
        {...history}
        imported={isImported}
        onUndone={() => {
          // The outcome above may belong to the import that was just undone
          setReport(null);
          clearResponse(at);
        }}
      />
    </form>
  );
}

/** Builds the form data to send: the spreadsheet, the choices made in the report, and `dry_run`. */
function bodyOf(form: HTMLFormElement | null, file: File, dryRun: '0' | '1'): FormData {
  const body = new FormData(form ?? undefined);
  body.set('file', file);
  // The pasted rows are sent as the file
  body.delete('pasted');
  body.set('dry_run', dryRun);
  return body;
}

/** Shows how each column of a file is interpreted, and lets a person change that. The choices are sent as `columns`. */
function ColumnChoices({
  columns,
  choices,
  isOpen,
  onChange,
}: {
  columns: readonly ImportColumn[];
  choices: readonly string[];
  /** True if the choices are open at first, because nothing can be imported until the user has chosen. */
  isOpen: boolean;
  onChange: () => void;
}) {
  return (
    <Collapsible title="Which column is which" open={isOpen} wide>
      <p className="meta">
        {isOpen
          ? 'We couldn’t tell which columns these are. Choose what each one is, then preview the import again.'
          : 'If a column is read as the wrong thing, change it here and preview the import again.'}
      </p>
      <table className="table table--stack">
        <thead>
          <tr>
            <th scope="col">In your file</th>
            <th scope="col">For example</th>
            <th scope="col">Read as</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ heading, sample, column }, place) => {
            const name = heading || `Column ${place + 1}`;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a file's columns have no other name, and keep their order
              <tr key={`${place} ${heading} ${column}`}>
                <td data-label="In your file">{name}</td>
                <td data-label="For example">{sample}</td>
                <td data-label="Read as">
                  <Select name="columns" aria-label={`${name} is read as`} defaultValue={column} onChange={onChange}>
                    <option value="">Ignore it</option>
                    {choices.map((choice) => (
                      <option key={choice} value={choice}>
                        {choice}
                      </option>
                    ))}
                  </Select>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Collapsible>
  );
}

/** Asks how to read cells that can be read in more than one way. The answers are sent as `answers`. */
export function ImportQuestions({
  questions,
  onChange,
}: {
  questions: readonly ImportQuestion[];
  onChange: () => void;
}) {
  if (questions.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="import-questions">
      <h3 id="import-questions">Please check how we read your list</h3>
      <p className="meta">If an answer is wrong, change it and preview the import again.</p>
      {questions.map(({ key, question, examples, options, answer }) => (
        // The answer is part of the key, so that the field shows the answer in each new report
        <Field
          key={`${key} ${answer}`}
          label={question}
          // Some answers leave no examples: rows whose shows are to be added no longer match shows in the archive
          {...(examples.length > 0 && { hint: `In your file: ${examples.map((text) => `“${text}”`).join(', ')}` })}
        >
          {(control) => (
            <Select {...control} name="answers" defaultValue={`${key}=${answer}`} onChange={onChange}>
              {options.map(({ value, label }) => (
                <option key={value} value={`${key}=${value}`}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ))}
    </section>
  );
}
