import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { howToBackUp } from '../backup-age.ts';
import { toolGroups } from '../tool-groups.ts';
import styles from './admin-tools-page.module.css';
import { Onboarding } from './onboarding.tsx';

export const head = (page: Page<'admin_tools'>): Head => ({
  title: page.title,
  description: page.title,
  indexed: false,
});

/** Lists the admin’s pages, each with its purpose and pending tasks. */
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
        <ul className={styles.first} aria-label="The site itself needs attention">
          {disk !== '' && <Urgent says={disk} />}
          {mail !== '' && <Urgent says={mail} />}
          {backup.due && <Urgent says={`${backup.words} ${howToBackUp}`} />}
        </ul>
      )}
      {first_hour.length > 0 && <Onboarding steps={first_hour} />}
      {toolGroups.map(([group, heading]) => {
        const own = tools.filter((tool) => tool.group === group);
        return own.length > 0 && <Group key={group} id={group} heading={heading} tools={own} />;
      })}
      {!backup.due && (
        <p className={styles.backup}>
          <Icon of="circle-check" />
          {backup.words}
        </p>
      )}
      <p className={`meta ${styles.version}`}>Callboard version {version}</p>
    </div>
  );
}

/** Tools for one kind of work. */
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
              {waiting.map(({ words: text, link: there }) => (
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
  </section>
);

/** Shows the problem, then the remedy. A step that is done on the server has no link. */
function Urgent({ says }: { says: string }) {
  const end = says.indexOf('. ') + 1;
  return (
    <li>
      <Icon of="circle-alert" />
      <span>
        {end > 0 && <strong>{says.slice(0, end)}</strong>}
        {says.slice(end)}
      </span>
    </li>
  );
}

const attention = (waiting: number, isNew: boolean) =>
  waiting === 0
    ? isNew
      ? 'Nothing needs your attention except the getting-started list.'
      : 'Nothing needs your attention.'
    : waiting === 1
      ? 'One thing needs attention.'
      : `${waiting} things need attention.`;

const sentence = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
