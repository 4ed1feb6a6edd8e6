import { withParams } from '#platform/shared/calls/calls.ts';
import { formatTableDateTime } from '#platform/shared/dates/short-dates.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { ActionsCell, ActionsHeading } from '#platform/web/table/data-table.tsx';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { dismissError } from '../contract.ts';
import styles from './error-log-page.module.css';

export default function ErrorLogPage({ page }: { page: Page<'faults'> }) {
  const { busy, slot, send } = useCall();
  return (
    <>
      <header className="page-head">
        <h1>{page.title}</h1>
        <p>
          Errors in the program itself. Report them to the person who looks after your site, who can look up each
          request ID in the server’s log. Names, and anything that people typed, aren’t recorded here.
        </p>
      </header>
      <CallStatus slot={slot} above />
      {page.faults.length === 0 ? (
        <EmptyState title="No errors">
          Nothing has gone wrong in the program in the last 90 days, or every error has been dismissed.
        </EmptyState>
      ) : (
        <table className="table table--stack table--cards">
          <thead>
            <tr>
              <th scope="col">Error</th>
              <th scope="col">Where</th>
              <th scope="col">Seen</th>
              <th scope="col">Last seen</th>
              <ActionsHeading />
            </tr>
          </thead>
          <tbody>
            {page.faults.map((fault) => {
              const call = withParams(dismissError, { id: fault.id });
              return (
                <tr key={fault.id}>
                  <td data-label="Error" data-heads>
                    <span className={styles.code}>
                      {fault.what}
                      {fault.place && <span className="meta"> at {fault.place}</span>}
                    </span>
                  </td>
                  <td data-label="Where" data-named data-whole>
                    <span className={styles.code}>
                      {fault.happened_in}
                      <span className="meta"> in version {fault.version}</span>
                    </span>
                  </td>
                  <td data-label="Seen">
                    <span>
                      {fault.times === 1
                        ? 'Once'
                        : fault.times === 2
                          ? 'Twice'
                          : `${fault.times.toLocaleString('en-GB')} times`}
                      {fault.times > 1 && <span className="meta"> since {formatTableDateTime(fault.first)}</span>}
                    </span>
                  </td>
                  <td data-label="Last seen" data-named>
                    <span>
                      <time dateTime={fault.last}>{formatTableDateTime(fault.last)}</time>
                      {fault.request && <span className="meta"> (request ID {fault.request})</span>}
                    </span>
                  </td>
                  <ActionsCell>
                    <Button small look="line" pending={busy === call.path} onClick={() => void send(call)}>
                      Dismiss
                      <span className="vh">
                        {' '}
                        {fault.what} {fault.place}
                      </span>
                    </Button>
                  </ActionsCell>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </>
  );
}
