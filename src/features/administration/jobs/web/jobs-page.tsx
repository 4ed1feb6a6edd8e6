import { withParams } from '#platform/shared/calls/calls.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import { momentInTable } from '#platform/shared/dates/short-dates.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Actions, ActionsHeading } from '#platform/web/table/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { dismissJob, type ListedJob, retryJob } from '../contract.ts';
import { noHandlerCode } from '../no-handler.ts';
import styles from './jobs-page.module.css';

export const head = (page: Page<'jobs'>): Head => ({ title: page.title, description: page.title, indexed: false });

const states = { failed: 'Failed', retrying: 'Will try again', running: 'Running', waiting: 'Waiting' };
const isTrouble = ({ state }: ListedJob) => state === 'failed' || state === 'retrying';

/** Shows the site's background jobs: waiting and failed ones. */
export default function JobsPage({ page }: { page: Page<'jobs'> }) {
  const { busy, slot: at, send: make } = useCall();
  const actionButton = (job: ListedJob, call: typeof retryJob | typeof dismissJob, label: string, look?: 'line') => {
    const ready = withParams(call, { kind: job.kind, key: job.key });
    return (
      <Button small {...(look ? { look } : {})} pending={busy === ready.path} onClick={() => void make(ready)}>
        {label}
        <span className="vh">
          {' '}
          {job.name}, {job.about || formatDateTime(job.at)}
        </span>
      </Button>
    );
  };

  return (
    <>
      <header className="page-head">
        <h1>{page.title}</h1>
        <p>
          What the site does automatically, such as emptying the trash each night. Failed tasks are retried for two
          days. Emails are in the <a href="/members/admin/mails">mail log</a>.
        </p>
      </header>
      <div className={`row ${styles.waiting}`}>
        <h2 id="waiting">Waiting or failed</h2>
        <CallStatus slot={at} />
      </div>
      {page.jobs.length === 0 ? (
        <EmptyState title="Nothing waiting">Everything that was due has been done.</EmptyState>
      ) : (
        <table className="table table--stack table--cards" aria-labelledby="waiting">
          <thead>
            <tr>
              <th scope="col">Task</th>
              <th scope="col">State</th>
              <th scope="col">When</th>
              {page.jobs.some(isTrouble) && <ActionsHeading />}
            </tr>
          </thead>
          <tbody>
            {page.jobs.map((job) => (
              <tr key={`${job.kind} ${job.key}`}>
                <td data-label="Task" data-heads>
                  <span>
                    {job.name}
                    {job.about && <span className={`meta ${styles.about}`}>{job.about}</span>}
                  </span>
                </td>
                <td data-label="State">
                  <span>
                    <Badge tone={isTrouble(job) ? 'warning' : 'plain'}>{states[job.state]}</Badge>
                    {isTrouble(job) && <span className="meta"> {problem(job)}</span>}
                  </span>
                </td>
                <td data-label="When">
                  <time dateTime={job.at}>{momentInTable(job.at)}</time>
                </td>
                {page.jobs.some(isTrouble) && (
                  <Actions>
                    {isTrouble(job) && job.codes !== noHandlerCode && actionButton(job, retryJob, 'Try again')}
                    {job.state === 'failed' && actionButton(job, dismissJob, 'Dismiss', 'line')}
                  </Actions>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <ByClock work={page.by_clock} />
    </>
  );
}

function ByClock({ work }: { work: Page<'jobs'>['by_clock'] }) {
  return (
    <section className={styles.clock} aria-labelledby="by-clock">
      <h2 id="by-clock">Scheduled</h2>
      <table className="table table--stack table--cards">
        <thead>
          <tr>
            <th scope="col">Task</th>
            <th scope="col">Last run</th>
            <th scope="col">Next run</th>
          </tr>
        </thead>
        <tbody>
          {work.map(({ kind, name, last, next }) => (
            <tr key={kind}>
              <td data-label="Task" data-heads>
                {name}
              </td>
              <td data-label="Last run" data-named className="num">
                {last === '' ? 'Not yet' : <time dateTime={last}>{momentInTable(last)}</time>}
              </td>
              <td data-label="Next run" data-named className="num">
                <time dateTime={next}>{momentInTable(next)}</time>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** "Tried 8 times: EDECLINED. The server’s log says more." */
function problem({ attempts, codes }: ListedJob): string {
  if (codes === noHandlerCode) return 'This site is no longer set up to do it.';
  const tried = `Tried ${attempts === 1 ? 'once' : `${attempts} times`}`;
  if (codes === 'EUNFINISHED') return `${tried}: the site stopped before it finished.`;
  return `${tried}${codes === 'fault' ? '' : `: ${codes}`}. See the server’s log for details.`;
}
