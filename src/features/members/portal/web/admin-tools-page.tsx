import { type ReactNode, useState } from 'react';
import { TestMailButton } from '#features/administration/mail/web/index.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import {
  backupAdvice,
  formatStepsLeft,
  offsiteCopyAdvice,
  restoreTrialAdvice,
  toolGroups,
} from '../admin-tools-text.ts';
import { dismissOnboarding, recordRestoreTrial } from '../contract.ts';
import styles from './admin-tools-page.module.css';

export default function AdminToolsPage({ page }: { page: Page<'admin_tools'> }) {
  const { tools, backup, offsite, restore_trial: trial, disk, mail, first_hour, version } = page;
  const siteWarningCount = [disk !== '', mail !== '', backup.due, offsite.due, trial.due].filter(Boolean).length;
  const waiting = tools.reduce((count, tool) => count + tool.waiting.length, siteWarningCount);
  return (
    <div className={styles.page}>
      <header className="page-head">
        <h1>{page.title}</h1>
        <p>{formatAttention(waiting, first_hour.length > 0)}</p>
      </header>
      {siteWarningCount > 0 && (
        <ul className={styles.first} aria-label="The site itself needs attention">
          {disk !== '' && <SiteWarning text={disk} />}
          {mail !== '' && <SiteWarning text={mail} />}
          {backup.due && <SiteWarning text={`${backup.words} ${backupAdvice}`} />}
          {offsite.due && <SiteWarning text={`${offsite.words} ${offsiteCopyAdvice}`} />}
          {trial.due && (
            <SiteWarning text={`${trial.words} ${restoreTrialAdvice}`}>
              <RestoreTrialButton />
            </SiteWarning>
          )}
        </ul>
      )}
      {first_hour.length > 0 && <OnboardingSteps steps={first_hour} />}
      {toolGroups.map(([group, heading]) => {
        const inGroup = tools.filter((tool) => tool.group === group);
        return inGroup.length > 0 && <Group key={group} id={group} heading={heading} tools={inGroup} />;
      })}
      <BackupStatus backup={backup} offsite={offsite} restore_trial={trial} />
      <p className={`meta ${styles.version}`}>Callboard version {version}</p>
    </div>
  );
}

const Group = ({ id, heading, tools }: { id: string; heading: string; tools: Page<'admin_tools'>['tools'] }) => (
  <section className={styles.group} aria-labelledby={id}>
    <h2 id={id}>{heading}</h2>
    <ul className={styles.tools}>
      {tools.map(({ title, about, link, waiting }) => (
        <li key={link} className="linked">
          <div>
            <h3>
              <a href={link}>{title}</a>
            </h3>
            <p>{about}</p>
          </div>
          {waiting.length > 0 && (
            <ul className={styles.todos} aria-label={`${title}: needs attention`}>
              {waiting.map(({ words, link: taskLink }) => (
                <li key={words}>
                  <a href={taskLink}>
                    <Icon of="circle-alert" />
                    <span>{capitalise(words)}</span>
                    <Icon of="arrow-right" />
                  </a>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  </section>
);

/** Emphasises the first sentence of a warning, which states the problem. The other sentences state the remedy. */
function SiteWarning({ text, children }: { text: string; children?: ReactNode }) {
  const end = text.indexOf('. ') + 1;
  return (
    <li>
      <Icon of="circle-alert" />
      <div>
        {end > 0 && <strong>{text.slice(0, end)}</strong>}
        {text.slice(end)}
        {children}
      </div>
    </li>
  );
}

const formatAttention = (waiting: number, isNew: boolean) =>
  waiting === 0
    ? isNew
      ? 'Nothing needs your attention except the getting-started list.'
      : 'Nothing needs your attention.'
    : waiting === 1
      ? 'One thing needs attention.'
      : `${waiting} things need attention.`;

const capitalise = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

type Backups = Pick<Page<'admin_tools'>, 'backup' | 'offsite' | 'restore_trial'>;

/**
 * Says when the last backup and its copy were made, and when a restore was tried. Anything overdue is shown above the
 * tools instead.
 */
function BackupStatus({ backup, offsite, restore_trial: trial }: Backups) {
  const inOrder = [backup, offsite].filter(({ words, due }) => words !== '' && !due);
  return (
    <div className={styles.backups}>
      {inOrder.map(({ words }) => (
        <p key={words}>
          <Icon of="circle-check" />
          {words}
        </p>
      ))}
      {trial.words !== '' && !trial.due && (
        <div>
          <Icon of="rotate-ccw" />
          <div>
            {trial.words} <RestoreTrialButton />
          </div>
        </div>
      )}
    </div>
  );
}

/** The button with which an admin records that a restore has been tried. */
function RestoreTrialButton() {
  const { busy, slot, send } = useCall();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className="row">
      <Button small look="line" pending={busy === recordRestoreTrial.path} onClick={() => setIsAsking(true)}>
        I’ve tried a restore
      </Button>
      <CallStatus slot={slot} />
      {isAsking && (
        <ConfirmDialog
          question="Was a backup restored in another place, and did you look at the site there?"
          cancelLabel="Not yet"
          confirmLabel="Yes, record it"
          isHarmless
          onConfirm={() => void send(recordRestoreTrial)}
          onClose={() => setIsAsking(false)}
        >
          The audit log keeps your name and the date. The next reminder comes in a year.
        </ConfirmDialog>
      )}
    </div>
  );
}

/** The getting-started list of a new society, with the done steps ticked. */
export function OnboardingSteps({ steps }: { steps: Page<'admin_tools'>['first_hour'] }) {
  const { busy, slot, send } = useCall();
  return (
    <section className={styles.list} aria-labelledby="first-hour">
      <h2 id="first-hour">Getting started</h2>
      <p className="meta">{`${formatStepsLeft(steps)}.`}</p>
      <ol>
        {steps.map(({ key, title, about, link, done, optional }) => (
          <li key={key} className={done ? styles.done : undefined}>
            <Icon of={done ? 'circle-check' : optional ? 'plus' : 'circle-alert'} />
            <div>
              <h3>
                {link === '' || done ? title : <a href={link}>{title}</a>}
                <span className="vh">{done ? ': done' : optional ? ': optional' : ': to do'}</span>
              </h3>
              {!done && <p>{about}</p>}
              {key === 'mail' && <TestMailButton done={done} />}
            </div>
          </li>
        ))}
      </ol>
      <div className={`row ${styles.dismiss}`}>
        <Button
          small
          look="line"
          pending={busy === dismissOnboarding.path}
          onClick={() => void send(dismissOnboarding)}
        >
          Dismiss this list
        </Button>
        <CallStatus slot={slot} />
      </div>
    </section>
  );
}
