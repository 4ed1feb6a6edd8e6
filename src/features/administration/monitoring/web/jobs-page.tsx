import { withParams } from '#platform/shared/calls/calls.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import { formatTableDateTime } from '#platform/shared/dates/short-dates.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { ActionsCell, ActionsHeading } from '#platform/web/table/data-table.tsx';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { noHandlerCode } from '../constants.ts';
import { dismissJob, type ListedJob, retryJob } from '../contract.ts';
import styles from './jobs-page.module.css';

const states = { failed: 'Failed', retrying: 'Will try again', running: 'Running', waiting: 'Waiting' };
const needsAttention = ({ state }: ListedJob) => state === 'failed' || state === 'retrying';

export default function JobsPage({ page }: { page: Page<'jobs'> }) {
  const { busy, slot, send } = useCall();
  const actionButton = (job: ListedJob, call: typeof retryJob | typeof dismissJob, label: string, look?: 'line') => {
    const jobCall = withParams(call, { kind: job.kind, key: job.key });
    return (
      <Button small {...(look ? { look } : {})} pending={busy === jobCall.path} onClick={() => void send(jobCall)}>
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
          What the site does automatically, such as emptying the trash each night. A task that fails is usually retried
          for up to two days. Emails are in the <a href="/members/admin/mails">mail log</a>.
        </p>
      </header>
      <div className={`row ${styles.waiting}`}>
        <h2 id="waiting">Waiting or failed</h2>
        <CallStatus slot={slot} />
      </div>
      {page.jobs.length === 0 ? (
        <EmptyState title="Nothing waiting">Every task that was due has been done or dismissed.</EmptyState>
      ) : (
        <table className="table table--stack table--cards" aria-labelledby="waiting">
          <thead>
            <tr>
              <th scope="col">Task</th>
              <th scope="col">State</th>
              <th scope="col">When</th>
              {page.jobs.some(needsAttention) && <ActionsHeading />}
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
                    <Badge tone={needsAttention(job) ? 'warning' : 'plain'}>{states[job.state]}</Badge>
                    {needsAttention(job) && <span className="meta"> {formatProblem(job)}</span>}
                  </span>
                </td>
                <td data-label="When">
                  <time dateTime={job.at}>{formatTableDateTime(job.at)}</time>
                </td>
                {page.jobs.some(needsAttention) && (
                  <ActionsCell>
                    {needsAttention(job) && job.codes !== noHandlerCode && actionButton(job, retryJob, 'Try again')}
                    {job.state === 'failed' && actionButton(job, dismissJob, 'Dismiss', 'line')}
                  </ActionsCell>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <ScheduledJobs jobs={page.by_clock} />
    </>
  );
}

function ScheduledJobs({ jobs }: { jobs: Page<'jobs'>['by_clock'] }) {
  return (
    <section className={styles.clock} aria-labelledby="by-clock">
      <h2 id="by-clock">Scheduled</h2>
      <table className="table table--stack table--cards">
        <thead>
          <tr>
            <th scope="col">Task</th>
            <th scope="col">Last done</th>
            <th scope="col">Next run</th>
          </tr>
        </thead>
        <tbody>
          {jobs.map(({ kind, name, last, next }) => (
            <tr key={kind}>
              <td data-label="Task" data-heads>
                {name}
              </td>
              <td data-label="Last done" data-named className="num">
                {last === '' ? 'Not yet' : <time dateTime={last}>{formatTableDateTime(last)}</time>}
              </td>
              <td data-label="Next run" data-named className="num">
                <time dateTime={next}>{formatTableDateTime(next)}</time>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Explains a job's last failure: "Tried 8 times: EDECLINED. See the server’s log for details." */
function formatProblem({ attempts, codes }: ListedJob): string {
  if (codes === noHandlerCode) return 'This site is no longer set up to do this task.';
  const tried = `Tried ${attempts === 1 ? 'once' : `${attempts} times`}`;
  if (codes === 'EUNFINISHED') return `${tried}: the site stopped before the task was done.`;
  return `${tried}${codes === 'fault' ? '' : `: ${codes}`}. See the server’s log for details.`;
}
