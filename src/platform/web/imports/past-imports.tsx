import { useCallback, useEffect, useState } from 'react';
import type { ResponseOf } from '#platform/shared/calls/calls.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import type { declareImportListCall, declareImportUndoCall, PastImport } from '#platform/shared/calls/imports.ts';
import { formatDateTime, type Instant } from '#platform/shared/dates/dates.ts';
import { toLocalTime } from '#platform/shared/dates/local-time.ts';
import { CallStatus } from '../alerts/index.ts';
import { sendCall } from '../calls/send-call.ts';
import { useCall } from '../calls/use-call.ts';
import { Button } from '../ui/actions/button.tsx';
import { Collapsible } from '../ui/content/collapsible.tsx';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import styles from './import-report.module.css';

type UndoCall = ReturnType<typeof declareImportUndoCall<`${string}/:id/undo`>>;
type UndoPreview = Extract<ResponseOf<UndoCall>, { code: 200 }>;

/** The calls by which earlier imports are listed and undone. */
export interface ImportHistoryCalls {
  list: ReturnType<typeof declareImportListCall>;
  undo: UndoCall;
  /** The id of the imports' subject, such as a show. */
  subject?: string;
}

const formatTime = (at: Instant) =>
  formatDateTime(toLocalTime(at, new Intl.DateTimeFormat().resolvedOptions().timeZone));

/**
 * Lists earlier imports, newest first. Before an import is undone, names the rows that will stay because they have
 * changed since or are in use.
 */
export function PastImports({
  list,
  undo,
  subject = '',
  imported,
  onUndone,
}: ImportHistoryCalls & {
  imported: boolean;
  /** Called once at least one row of an import has been undone. */
  onUndone: () => void;
}) {
  const [imports, setImports] = useState<readonly PastImport[]>([]);
  const [asked, setAsked] = useState<{ of: PastImport; preview: UndoPreview } | null>(null);
  const { busy, slot, send } = useCall();
  const load = useCallback(async () => {
    const answer = await sendCall(withParams(list, { subject }));
    if (answer.code === 200) setImports(answer.imports);
  }, [list, subject]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an import that has just been made is listed too
  useEffect(() => void load(), [load, imported]);
  if (imports.length === 0) return <CallStatus slot={slot} />;

  async function ask(of: PastImport): Promise<void> {
    await send(
      withParams(undo, { id: of.id }),
      { dry_run: '1' },
      {
        renews: 'nothing',
        onAnswer: (preview) => {
          if (preview.code === 200) setAsked({ of, preview });
          return preview.code === 200;
        },
      },
    );
  }

  return (
    <Collapsible title="Earlier imports" open={imported} wide>
      <ul className="ruled">
        {imports.map((one) => (
          <li key={one.id} className="row">
            <span>
              {one.file}, {one.rows === 1 ? 'one row' : `${one.rows.toLocaleString('en-GB')} rows`}{' '}
              <span className="meta">
                {formatTime(one.at)}
                {one.by && ` by ${one.by}`}
              </span>
            </span>
            {one.undone || one.rows === 0 ? (
              <span className="meta">{one.undone ? 'Undone' : 'Nothing to undo'}</span>
            ) : (
              <Button
                look="line"
                pending={busy !== ''}
                aria-label={`Undo the import of ${one.file}`}
                onClick={() => void ask(one)}
              >
                Undo…
              </Button>
            )}
          </li>
        ))}
      </ul>
      <CallStatus slot={slot} />
      {asked && asked.preview.undone.length === 0 && (
        <Dialog title={`The import of ${asked.of.file} can’t be undone`} onClose={() => setAsked(null)}>
          {() => <UndoSummary preview={asked.preview} />}
        </Dialog>
      )}
      {asked && asked.preview.undone.length > 0 && (
        <ConfirmDialog
          question={`Undo the import of ${asked.of.file}?`}
          cancelLabel="Keep it"
          confirmLabel="Undo the import"
          onConfirm={() =>
            void send(
              withParams(undo, { id: asked.of.id }),
              { dry_run: '0' },
              {
                onAnswer: (answer) => {
                  if (answer.code === 200 && answer.undone.length > 0) onUndone();
                  void load();
                },
              },
            )
          }
          onClose={() => setAsked(null)}
        >
          <UndoSummary preview={asked.preview} />
        </ConfirmDialog>
      )}
    </Collapsible>
  );
}

/** The maximum number of items named in a dialog. A longer list would be unreadable. */
const maxNamed = 20;

function UndoSummary({ preview: { undone, kept } }: { preview: UndoPreview }) {
  const others = (all: number) => (all > maxNamed ? ` and ${(all - maxNamed).toLocaleString('en-GB')} more` : '');
  return (
    <>
      {kept.length > 0 && (
        <>
          <p>These can’t be undone:</p>
          <ul className={styles.bulleted}>
            {kept.slice(0, maxNamed).map(({ name, reason }) => (
              <li key={`${name} ${reason}`}>
                {name}: {reason}
              </li>
            ))}
          </ul>
          {kept.length > maxNamed && <p>{others(kept.length)}</p>}
        </>
      )}
      <p>
        {undone.length === 0
          ? `Nothing ${kept.length > 0 ? 'else ' : ''}is left to undo.`
          : `These will be deleted or restored to what they were: ${undone.slice(0, maxNamed).join('; ')}${others(undone.length)}.`}
      </p>
    </>
  );
}
