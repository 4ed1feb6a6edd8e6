import type { Head } from '../../../platform/shared/head.ts';
import type { Page } from '../../../platform/shared/pages.ts';
import styles from './AdminToolsPage.module.css';

export const head = (page: Page<'admin_tools'>): Head => ({
  title: page.title,
  description: page.title,
  indexed: false,
});

/** The admin’s pages, each with a word on what it is for. */
export default function AdminToolsPage({ page }: { page: Page<'admin_tools'> }) {
  return (
    <>
      <header className="page-head">
        <h1>{page.title}</h1>
      </header>
      <ul className={styles.tools}>
        {page.tools.map(({ title, about, link }) => (
          <li key={link}>
            <h2>
              <a href={link}>{title}</a>
            </h2>
            <p>{about}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
