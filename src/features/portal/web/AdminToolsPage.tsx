import type { ReactNode } from 'react';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { Icon } from '#platform/web/ui/Icon.tsx';
import styles from './AdminToolsPage.module.css';
import { FirstHour } from './FirstHour.tsx';

export const head = (page: Page<'admin_tools'>): Head => ({
  title: page.title,
  description: page.title,
  indexed: false,
});

/** The admin’s pages, each with what it is for and what waits there. */
export default function AdminToolsPage({ page }: { page: Page<'admin_tools'> }) {
  const { tools, backup, disk, mail, first_hour, version } = page;
  const ownNeeds = [disk !== '', mail !== '', backup.due].filter(Boolean).length;
  const waiting = tools.reduce((count, tool) => count + tool.waiting.length, ownNeeds);
  return (
    <div className={styles.page}>
      <header className="page-head">
        <h1>{page.title}</h1>
        <p>{attention(waiting, first_hour.length > 0)}</p>
      </header>
      {ownNeeds > 0 && (
        <ul className={styles.first} aria-label="The site itself: needs attention">
          {disk !== '' && <Urgent>{disk}</Urgent>}
          {mail !== '' && <Urgent>{mail}</Urgent>}
          {backup.due && (
            <Urgent>
              {backup.words} With BACKUP_DIR set on the server one is made each night; how to make one by hand is in
              docs/operating.md, under Backups.
            </Urgent>
          )}
        </ul>
      )}
      {first_hour.length > 0 && <FirstHour steps={first_hour} />}
      <ul className={styles.tools}>
        {tools.map(({ title, about, link, waiting: here }) => (
          <li key={link} className="linked">
            <div>
              <h2>
                <a href={link}>{title}</a>
              </h2>
              <p>{about}</p>
            </div>
            {here.length > 0 && (
              <ul className={styles.todos} aria-label={`${title}: needs attention`}>
                {here.map(({ words: text, link: there }) => (
                  <li key={text}>
                    <a href={there}>
                      <Icon of="circle-alert" />
                      <span>{sentence(text)}</span>
                      <Icon of="arrow-right" />
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      {!backup.due && (
        <p className={styles.backup}>
          <Icon of="circle-check" />
          {backup.words}
        </p>
      )}
      <p className={`meta ${styles.version}`}>This is Callboard {version}.</p>
    </div>
  );
}

/** A step that is done on the server has no link. */
const Urgent = ({ children }: { children: ReactNode }) => (
  <li>
    <Icon of="circle-alert" />
    <span>{children}</span>
  </li>
);

const attention = (waiting: number, isNew: boolean) =>
  waiting === 0
    ? isNew
      ? 'Nothing needs your attention but the first hour.'
      : 'Nothing needs your attention.'
    : waiting === 1
      ? 'One thing needs attention.'
      : `${waiting} things need attention.`;

const sentence = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
