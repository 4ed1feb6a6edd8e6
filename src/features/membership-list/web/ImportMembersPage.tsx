import { type FormEvent, useState } from 'react';
import { membershipPath } from '#features/membership/paths.ts';
import type { AnswerTo } from '#platform/shared/calls.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { Said, say, unsay } from '#platform/web/alerts/index.ts';
import { sendCall } from '#platform/web/calls/sendCall.ts';
import { useCall } from '#platform/web/calls/useCall.ts';
import { Alert } from '#platform/web/ui/Alert.tsx';
import { BackLink } from '#platform/web/ui/BackLink.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { ButtonWords } from '#platform/web/ui/ButtonWords.tsx';
import { Empty } from '#platform/web/ui/Empty.tsx';
import { Field } from '#platform/web/ui/Field.tsx';
import { FileInput } from '#platform/web/ui/FileInput.tsx';
import { importList, type ListReport } from '../contract.ts';
import styles from './Membership.module.css';

type Content = Page<'membership_import'>;

export const head = ({ title }: Content): Head => ({ title, description: title, indexed: false });

/** Last year's list on paper, typed into a spreadsheet: what becomes of each row is shown first, and done after a yes. */
export default function ImportMembersPage({ page }: { page: Content }) {
  return (
    <div className={styles.page}>
      <header className="page-head">
        <p>
          <BackLink href={membershipPath}>Membership</BackLink>
        </p>
        <h1>{page.title}</h1>
        <p>Last year’s list, saved as “CSV UTF-8”. You see what becomes of each row before anything changes.</p>
      </header>
      {page.plans.length === 0 ? (
        <Empty title="No plans yet">An admin adds them in Admin Settings; then a list can name them.</Empty>
      ) : (
        <>
          <WhatItTakes plans={page.plans} />
          <ImportForm />
        </>
      )}
    </div>
  );
}

const WhatItTakes = ({ plans }: { plans: readonly string[] }) => (
  <div className={styles.about}>
    <p>
      Its first line names the columns, in any order: <strong>name</strong> (or first name and last name),{' '}
      <strong>plan</strong>, <strong>until</strong> when it is paid or <strong>paid on</strong>; and, where you have
      them, <strong>email</strong>, <strong>phone</strong>, <strong>amount</strong> and <strong>how</strong> it was paid
      (cash, transfer, cheque: a cheque counts as a transfer). Plans are {plans.join(', ')}.
    </p>
    <ul>
      <li>Whoever has an account, by the address or by a name that only one has, gets it there.</li>
      <li>Others stand in the list as “No account yet”. Once they make an account with that address, it is theirs.</li>
      <li>Nothing of it is entered in the books: last year’s money stands in last year’s books.</li>
      <li>Nobody is written to. Who is paid up is reminded when it renews, like everybody else.</li>
    </ul>
  </div>
);

function ImportForm() {
  const [file, setFile] = useState<File | null>(null);
  const [reading, setReading] = useState(false);
  const [report, setReport] = useState<ListReport | null>(null);
  const { busy, at, make } = useCall();
  const changes = report?.rows.filter(({ to }) => to !== 'known').length ?? 0;

  const bodyOf = (list: File, dry_run: '0' | '1') => {
    const form = new FormData();
    form.append('file', list);
    form.append('dry_run', dry_run);
    return form;
  };

  async function preview(event: FormEvent) {
    event.preventDefault();
    if (!file || reading) return;
    setReading(true);
    const answer = await sendCall(importList, bodyOf(file, '1'));
    setReading(false);
    setReport(reportIn(answer));
    say(at, answer);
  }

  return (
    <form className="stack" onSubmit={preview}>
      <Field label="The list" hint="Up to 2,000 rows, or 2 MB.">
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
      {report && <Report report={report} />}
      <div className="row">
        <Button type="submit" look={report?.dry_run ? 'line' : 'ink'} pending={reading} disabled={!file}>
          <ButtonWords atRest="Show what would happen" doing="Reading…" busy={reading} />
        </Button>
        {file && report?.dry_run && changes > 0 && (
          <Button
            pending={busy !== ''}
            onClick={() =>
              void make(importList, bodyOf(file, '0'), { onAnswer: (answer) => setReport(reportIn(answer)) })
            }
          >
            {changes === 1 ? 'Import one row' : `Import ${changes.toLocaleString('en-GB')} rows`}
          </Button>
        )}
        <Said at={at} />
      </div>
    </form>
  );
}

const fates = {
  account: 'To an account',
  new: 'No account yet',
  paper: 'Brought up to date',
  known: 'Known already',
} as const;

function Report({ report: { rows, refused, unused, dry_run } }: { report: ListReport }) {
  const count = (to: keyof typeof fates) => rows.filter((row) => row.to === to).length;
  return (
    <div className="stack">
      {refused.length > 0 && (
        <Alert
          tone="bad"
          title={
            refused.length === 1
              ? 'One row can’t be read'
              : `${refused.length.toLocaleString('en-GB')} rows can’t be read`
          }
        >
          <ul className={styles.refused}>
            {refused.map(({ line, column, reason }) => (
              <li key={`${line} ${column}`}>
                Line {line}, {column}: {reason}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {unused.length > 0 && <p className="meta">Columns that are not used: {unused.join(', ')}</p>}
      <p>
        {(Object.keys(fates) as (keyof typeof fates)[])
          .filter((to) => count(to) > 0)
          .map((to) => `${fates[to]}: ${count(to).toLocaleString('en-GB')}`)
          .join(' · ')}
      </p>
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too
        <section className={styles.rows} tabIndex={0} aria-label={dry_run ? 'What would happen' : 'What has happened'}>
          <table className="table table--stack">
            <thead>
              <tr>
                <th scope="col">Line</th>
                <th scope="col">Name</th>
                <th scope="col">{dry_run ? 'What would happen' : 'What has happened'}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ line, name, words }) => (
                <tr key={line}>
                  <td data-label="Line" className="num">
                    {line}
                  </td>
                  <td data-label="Name">{name}</td>
                  <td data-label={dry_run ? 'Would happen' : 'Happened'}>{words}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  );
}

const reportIn = (answer: AnswerTo<typeof importList>) => (answer.code === 200 ? answer.report : null);
