import { doorPath } from '#features/box-office/bookings/paths.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import type { Page } from '#platform/shared/pages.ts';
import { ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { PendingNotes } from './pending-notes.tsx';

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
