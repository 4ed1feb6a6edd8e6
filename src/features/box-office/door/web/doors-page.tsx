import { useCallback, useEffect, useState } from 'react';
import { doorPath } from '#features/box-office/bookings/paths.ts';
import { paymentMethodPhrases } from '#features/box-office/orders/order.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { Page } from '#platform/shared/pages.ts';
import { sendCall } from '#platform/web/calls/send-call.ts';
import { refreshPageAndSite, useSite } from '#platform/web/navigation/index.ts';
import { Button, ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { formatWalkUp, type PendingNote, toSubmittedNotes } from '../check-ins.ts';
import { type RejectedNote, type SubmittedNote, submitNotes } from '../contract.ts';
import { maxItemsPerDoorRequest } from '../limits.ts';
import { countNotesOfOthers, deletePendingNotes, loadAllPendingNotes, loadDeviceSettings } from './device-storage.ts';
import styles from './door-page.module.css';

/** The current and upcoming performances, for door staff. */
export default function DoorsPage({ page: { title, performances, with_notes } }: { page: Page<'doors'> }) {
  return (
    <div className="stack">
      <header className="page-head">
        <h1>{title}</h1>
        <p>Choose a performance to let people in, take payments and sell tickets.</p>
      </header>
      <PendingNotes />
      <OpenNotes performances={with_notes} />
      {with_notes.length > 0 && <h2>Performances</h2>}
      {performances.length === 0 ? (
        <EmptyState title="No performances ahead">
          Performances will appear here once the box office has added them.
        </EmptyState>
      ) : (
        <PerformanceLinks performances={performances} label={() => 'Open the door'} />
      )}
    </div>
  );
}

/** Lists the performances with open notes, including past ones. */
function OpenNotes({ performances }: { performances: Page<'doors'>['with_notes'] }) {
  if (performances.length === 0) return null;
  return (
    <section className="stack">
      <h2>Notes to confirm</h2>
      <p>
        Payments and walk-ups that were written down without a network. Nothing is in the accounts until somebody
        confirms them.
      </p>
      <PerformanceLinks
        performances={performances}
        label={({ notes }) => (notes === 1 ? 'Look at one note' : `Look at ${notes} notes`)}
      />
    </section>
  );
}

type ListedPerformance = Page<'doors'>['performances'][number];

/** A list of performances, each with a link to its door. */
function PerformanceLinks<Listed extends ListedPerformance>({
  performances,
  label,
}: {
  performances: readonly Listed[];
  label: (performance: Listed) => string;
}) {
  return (
    <ul className="ruled">
      {performances.map((performance) => (
        <li key={performance.id} className="spread">
          <span>
            {performance.show_title}
            <br />
            <span className="meta">{formatDateTime(performance.date)}</span>
          </span>
          <ButtonLink look="line" small href={doorPath(performance.id)}>
            {label(performance)}
            <span className="vh">
              : {performance.show_title}, {formatDateTime(performance.date)}
            </span>
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}

/** Sends the notes of one performance. The response's code is 0 if the site couldn't be reached. */
type SendNotes = (
  performance: string,
  notes: SubmittedNote[],
) => Promise<{ code: number; msg: string; refused?: readonly RejectedNote[] }>;

/**
 * Sends all pending notes of a user on this device. A note that is sent twice is stored once. A note that the site
 * refuses stays on the device.
 * @returns the number of sent notes, and the site's message for each performance whose notes it refused
 */
export async function sendAllPendingNotes(
  user: string,
  { send, now }: { send: SendNotes; now: number },
): Promise<{ sent: number; refused: Map<string, string> }> {
  let sent = 0;
  const refused = new Map<string, string>();
  for (const [performance, notes] of loadAllPendingNotes(user)) {
    for (let start = 0; start < notes.length; start += maxItemsPerDoorRequest) {
      const some = notes.slice(start, start + maxItemsPerDoorRequest);
      const { code, msg, refused: unreadable = [] } = await send(performance, toSubmittedNotes(some, now));
      if (code === 0) return { sent, refused };
      if (code !== 200) {
        refused.set(performance, msg);
        break;
      }
      if (unreadable[0]) refused.set(performance, unreadable[0].msg);
      const stored = some.filter(({ id }) => !unreadable.some((one) => one.id === id));
      deletePendingNotes(user, performance, stored);
      sent += stored.length;
    }
  }
  return { sent, refused };
}

type StoredNote = PendingNote & { performance: string };

const formatNoteCount = (notes: number) => (notes === 1 ? 'One note' : `${notes} notes`);

/** Formats a note, "Walk-up, 2 people: £24.00 in cash", and its time by this device's clock. */
function formatNote(note: PendingNote): { about: string; when: string } {
  const what = note.kind === 'walk_up' ? formatWalkUp(note) : 'Payment of a booking';
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return {
    about: `${what}: ${formatMoney(note.pence)} ${paymentMethodPhrases[note.how]}`,
    when: formatDateTime(formatIsoWithOffset(new Date(note.at).toISOString(), timeZone)),
  };
}

/**
 * Sends the user's own pending notes on this phone, for all performances, and lists those that remain. The notes of
 * other users are only counted.
 */
function PendingNotes() {
  const user = useSite().current_user.id;
  const [waiting, setWaiting] = useState<{ own: StoredNote[]; others: number }>({ own: [], others: 0 });
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const [isSending, setSending] = useState(false);
  const [deleting, setDeleting] = useState<StoredNote>();
  const load = useCallback(() => {
    const own = [...loadAllPendingNotes(user)].flatMap(([performance, notes]) =>
      notes.map((note) => ({ ...note, performance })),
    );
    setWaiting({ own, others: countNotesOfOthers(user) });
  }, [user]);
  const send = useCallback(async () => {
    load();
    setSending(true);
    const { device } = loadDeviceSettings(user);
    const result = await sendAllPendingNotes(user, {
      send: (id, notes) => sendCall(withParams(submitNotes, { id }), { device, notes }),
      now: Date.now(),
    });
    setSending(false);
    setRefused(result.refused);
    load();
    if (result.sent > 0) await refreshPageAndSite();
  }, [user, load]);
  useEffect(() => {
    const again = () => void send();
    again();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [send]);
  const { own, others } = waiting;
  return (
    <>
      <div role="status">
        {own.length > 0 && (
          <div className={`stack ${styles.practice}`}>
            <strong>{formatNoteCount(own.length)} about money on this phone</strong>
            <p>
              Not sent yet. This page tries to send {own.length === 1 ? 'the note' : 'the notes'} whenever it is open
              with a network, even on a later day.
            </p>
            <ul className="ruled">
              {own.map((note) => {
                const { about, when } = formatNote(note);
                const problem = refused.get(note.performance);
                return (
                  <li key={note.id} className="stack">
                    <p>
                      <strong>{about}</strong>
                      <br />
                      Written down {when}
                    </p>
                    {problem && <p>The site didn’t accept it: {problem}</p>}
                    {problem && (
                      <p>
                        <Button look="quiet" onClick={() => setDeleting(note)}>
                          Delete note<span className="vh">: {about}</span>
                        </Button>
                      </p>
                    )}
                  </li>
                );
              })}
            </ul>
            <Button look="line" pending={isSending} onClick={() => void send()}>
              Send now
            </Button>
          </div>
        )}
        {others > 0 && (
          <p>
            {formatNoteCount(others)} on this phone {others === 1 ? 'was' : 'were'} written by somebody else, who can
            send {others === 1 ? 'it' : 'them'} after signing in here.
          </p>
        )}
      </div>
      {deleting && (
        <ConfirmDialog
          question="Delete this note?"
          cancelLabel="Keep the note"
          confirmLabel="Delete note"
          onConfirm={() => {
            deletePendingNotes(user, deleting.performance, [deleting]);
            load();
          }}
          onClose={() => setDeleting(undefined)}
        >
          {formatNote(deleting).about}. It is on this phone only: tell the treasurer about the money first.
        </ConfirmDialog>
      )}
    </>
  );
}
