import { useState } from 'react';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatTableDateTime } from '#platform/shared/dates/short-dates.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { type ResponseOptions, useCall } from '#platform/web/calls/use-call.ts';
import { DataTable, type TableColumn } from '#platform/web/table/data-table.tsx';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { applyCorrection, type ListedCorrection, rejectCorrection, undoCorrection } from '../contract.ts';
import { correctionStateLabels, formatCorrectionKind } from '../correction-kinds.ts';
import { correctionsPath, correctionsTable } from '../corrections-table.ts';
import styles from './corrections-page.module.css';

type Content = Page<'corrections'>;
type CorrectionAction = keyof typeof callByAction;

const callByAction = { apply: applyCorrection, refuse: rejectCorrection, undo: undoCorrection };
const buildDecisionCall = (id: string, action: CorrectionAction) => withParams(callByAction[action], { id });

/**
 * Lists visitors' corrections to the archive, each with the present and the proposed value, and with buttons to apply
 * or reject it, or to undo the decision.
 */
export default function CorrectionsPage({ page }: { page: Content }) {
  const { busy, slot: at, send: make } = useCall();
  const [undo, setUndo] = useState('');
  const decide = (action: CorrectionAction, { id, now }: Pick<ListedCorrection, 'id' | 'now'>) => {
    const after: ResponseOptions = { onAnswer: ({ code }) => setUndo(code === 200 && action !== 'undo' ? id : '') };
    if (action === 'apply') void make(withParams(applyCorrection, { id }), { now }, after);
    else void make(buildDecisionCall(id, action), undefined, after);
  };

  const actionButton = (row: ListedCorrection, what: CorrectionAction, text: string, look: 'ink' | 'line') => (
    <Button look={look} small pending={busy === buildDecisionCall(row.id, what).path} onClick={() => decide(what, row)}>
      {text}
      <span className="vh">
        {' '}
        {formatCorrectionKind(row.what)}, {row.subject}
      </span>
    </Button>
  );

  const columns: [TableColumn<ListedCorrection>, ...TableColumn<ListedCorrection>[]] = [
    {
      name: 'About',
      sort: 'about',
      cell: ({ subject, link, what }) => (
        <>
          <a href={link}>{subject}</a>
          <span className={styles.what}>{formatCorrectionKind(what)}</span>
        </>
      ),
    },
    { name: 'Currently says', narrow: 'line', named: true, cell: (row) => <CurrentValueCell row={row} /> },
    {
      name: 'Should say',
      narrow: 'line',
      named: true,
      cell: ({ to_be }) => <span className={styles.text}>{to_be}</span>,
    },
    { name: 'From', sort: 'received', narrow: 'line', cell: (row) => <SenderCell row={row} /> },
    {
      name: 'Actions',
      narrow: 'line',
      cell: (row) => (
        <span className={styles.acts}>
          {row.state !== 'open' && (
            <span>
              {correctionStateLabels[row.state]} by {row.decided_by}
            </span>
          )}
          {row.state === 'open' && actionButton(row, 'apply', getApplyLabel(row), 'ink')}
          {row.state === 'open' && actionButton(row, 'refuse', 'Reject', 'line')}
          {row.state !== 'open' && actionButton(row, 'undo', 'Undo', 'line')}
        </span>
      ),
    },
  ];

  return (
    <div className={styles.page}>
      <header className="page-head">
        <h1>{page.title}</h1>
        <p>Mistakes that visitors have reported on show and people pages.</p>
      </header>
      <DataTable
        rules={correctionsTable}
        table={page.table}
        rows={page.corrections}
        keyOf={({ id }) => id}
        columns={columns}
        rowNouns={['correction', 'corrections']}
        search="Search corrections"
        filters={[
          {
            name: 'state',
            label: 'Show',
            all: correctionStateLabels.open,
            options: [
              ['applied', correctionStateLabels.applied],
              ['refused', correctionStateLabels.refused],
              ['any', 'All'],
              ['suspect', 'Probably spam'],
            ],
          },
        ]}
        csv={`${correctionsPath}.csv`}
        answer={
          <CallStatus slot={at}>
            {undo && (
              <Button look="line" small pending={busy !== ''} onClick={() => decide('undo', { id: undo, now: '' })}>
                Undo
              </Button>
            )}
          </CallStatus>
        }
        empty={{
          title: 'No corrections',
          text: 'Mistakes that visitors report on show and people pages will appear here.',
        }}
      />
    </div>
  );
}

function getApplyLabel({ applicable, now, was, to_be }: ListedCorrection): string {
  if (!applicable || now === to_be) return 'Mark as corrected';
  return now === was ? 'Apply' : 'Apply anyway';
}

/**
 * The present value. While the correction is open, a note says if the value has changed since the correction was sent.
 */
function CurrentValueCell({ row: { now, was, to_be, state } }: { row: ListedCorrection }) {
  return (
    <span className={styles.text}>
      {now || <span className="meta">nothing</span>}
      {state === 'open' && now !== was && (
        <span className={styles.changed}>
          <Badge tone="warning">{now === to_be ? 'Already corrected' : 'Changed since'}</Badge>{' '}
          {was ? `Previously: ${was}` : 'Previously empty'}
        </span>
      )}
    </span>
  );
}

function SenderCell({ row: { name, email, note, received } }: { row: ListedCorrection }) {
  return (
    <span className={styles.from}>
      {note && <span className={styles.text}>{note}</span>}
      <span className="meta">
        {email ? <a href={`mailto:${email}`}>{name || email}</a> : name || 'A visitor'}, {formatTableDateTime(received)}
      </span>
    </span>
  );
}
