import { doorPath } from '#features/bookings/paths.ts';
import { momentInWords } from '#platform/shared/dates.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { Empty } from '#platform/web/ui/Empty.tsx';
import { PendingNotes } from './PendingNotes.tsx';

export const head = (page: Page<'doors'>): Head => ({ title: page.title, description: page.title, indexed: false });

/** The performances of today and ahead, for somebody who has the door alone. */
export default function DoorsPage({ page: { title, performances, with_notes } }: { page: Page<'doors'> }) {
  return (
    <div className="stack">
      <header className="page-head">
        <h1>{title}</h1>
        <p>Choose a performance to let people in, take payments and sell tickets.</p>
      </header>
      <PendingNotes />
      <OpenNotes performances={with_notes} />
      {performances.length === 0 ? (
        <Empty title="No performances ahead">Performances will appear here once the box office has added them.</Empty>
      ) : (
        <ul className="ruled">
          {performances.map(({ id, show_title, date }) => (
            <li key={id} className="spread">
              <span>
                {show_title}
                <br />
                <span className="meta">{momentInWords(date)}</span>
              </span>
              <ButtonLink look="line" small href={doorPath(id)}>
                Open the door
                <span className="vh">
                  : {show_title}, {momentInWords(date)}
                </span>
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Performances whose notes from the door wait for somebody to confirm them, over or not. */
function OpenNotes({ performances }: { performances: Page<'doors'>['with_notes'] }) {
  if (performances.length === 0) return null;
  return (
    <section>
      <h2>Notes to confirm</h2>
      <p>Payments and walk-ups that were written down without a network. Nothing is in the accounts until then.</p>
      <ul className="ruled">
        {performances.map(({ id, show_title, date, notes }) => (
          <li key={id} className="spread">
            <span>
              {show_title}
              <br />
              <span className="meta">{momentInWords(date)}</span>
            </span>
            <ButtonLink look="line" small href={doorPath(id)}>
              {notes === 1 ? 'Look at one note' : `Look at ${notes} notes`}
              <span className="vh">
                : {show_title}, {momentInWords(date)}
              </span>
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
