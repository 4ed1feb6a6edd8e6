import type { ReactNode } from 'react';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { backupAdvice, offsiteAdvice, restoreTrialAdvice, toolGroups } from '../admin-tools-text.ts';
import styles from './admin-tools-page.module.css';
import { BackupStatus, RecordRestoreTrial } from './backup-status.tsx';
import { OnboardingSteps } from './onboarding.tsx';

export const head = (page: Page<'admin_tools'>): Head => ({
  title: page.title,
  description: page.title,
  indexed: false,
});

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
          {offsite.due && <SiteWarning text={`${offsite.words} ${offsiteAdvice}`} />}
          {trial.due && (
            <SiteWarning text={`${trial.words} ${restoreTrialAdvice}`}>
              <RecordRestoreTrial />
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
