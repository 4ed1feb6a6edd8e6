import { useState } from 'react';
import { archiveShow, unarchiveShow } from '#features/archive/shows/edit-contract.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { type CalendarDate, formatDateTime, formatTime } from '#platform/shared/dates/dates.ts';
import type { SiteData } from '#platform/shared/pages.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import type { EditShowContent } from '../../contract.ts';
import styles from './edit-show.module.css';

/** Archives or restores a show. */
export function ArchiveShowSection({
  page: { showDetails: show, upcoming_performances: performances },
}: {
  page: EditShowContent;
}) {
  const { today, memberNavItemsToShow: may } = useSite();
  const { busy, slot, send } = useCall();
  const [isConfirming, setIsConfirming] = useState(false);
  const submit = () => void send(withParams(show.archived ? unarchiveShow : archiveShow, { showId: show.id }));
  return (
    <section className={`${styles.part} long-answers`} aria-labelledby="archive">
      <h2 id="archive">{show.archived ? 'This show is archived' : 'Archive this show'}</h2>
      <p className="muted">
        {show.archived
          ? 'Only people who manage shows can see it. Nothing has been deleted.'
          : 'It disappears from the site, from search and from people’s pages. Nothing is deleted, and you can restore it at any time.'}
      </p>
      <div className="row">
        <Button look="line" pending={busy !== ''} onClick={() => (show.archived ? submit() : setIsConfirming(true))}>
          {show.archived ? 'Restore show' : 'Archive show'}
        </Button>
        <CallStatus slot={slot} />
      </div>
      {isConfirming && (
        <ConfirmDialog
          question={`Archive ${show.title}?`}
          cancelLabel="Keep on the site"
          confirmLabel="Archive show"
          onConfirm={submit}
          onClose={() => setIsConfirming(false)}
        >
          {performances.length > 0 && (
            <p>
              <strong>{formatUpcomingPerformances(performances, today)}</strong>{' '}
              {formatArchiveAdvice(performances.length, may)}
            </p>
          )}
          <p>
            Its pages will disappear, no tickets can be sold for it, and only people who manage it will be able to open
            its posts and files. You can restore it at any time.
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}

/** Formats "It still has 3 performances, the first today at 7.30pm." `starts` has at least one, the earliest first. */
export function formatUpcomingPerformances(starts: readonly string[], today: CalendarDate): string {
  const [first = ''] = starts;
  const isToday = first.slice(0, 10) === today;
  const when = isToday ? `today at ${formatTime(first)}` : `on ${formatDateTime(first)}`;
  return starts.length === 1
    ? `It still has a performance ${when}.`
    : `It still has ${starts.length} performances, the first ${when}.`;
}

/**
 * Formats the advice about the `count` upcoming performances of a show that is about to be archived. Only people who
 * may use Manage Bookings can cancel performances, and not every buyer is refunded or emailed.
 */
export function formatArchiveAdvice(count: number, may: SiteData['memberNavItemsToShow']): string {
  const [takePlace, them, last] =
    count === 1
      ? ['If it takes place', 'it', 'afterwards']
      : ['If they take place', 'each of them', 'after the last one'];
  const cancel = may.bookings
    ? `cancel ${them} in Manage Bookings first: ${refundNote}`
    : `ask the box office to cancel ${them} first.`;
  return `${takePlace}, archive the show ${last}. If not, ${cancel}`;
}

/** Formats the advice about the performances of a show that its editor marks as cancelled. */
export const formatCancelledShowAdvice = (may: SiteData['memberNavItemsToShow']): string =>
  `This ends the sale of tickets, but refunds nobody. ${
    may.bookings
      ? `Cancel each performance in Manage Bookings: ${refundNote}`
      : 'Ask the box office to cancel each performance.'
  }`;

const refundNote = 'online payments are then refunded, and you see who has to be told.';
