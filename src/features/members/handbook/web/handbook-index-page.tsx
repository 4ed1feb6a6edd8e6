import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import styles from './handbook.module.css';

export const head = (page: Page<'handbook'>): Head => ({
  title: page.title,
  description: 'How to use the society’s site, role by role.',
  indexed: false,
});

/** Lists the handbook's chapters, each with its description and headings. */
export default function HandbookIndexPage({ page }: { page: Page<'handbook'> }) {
  return (
    <div className={styles.page}>
      <header className="page-head">
        <h1>{page.title}</h1>
        <p>How to do things here, role by role. You can read every chapter, whatever your own role.</p>
      </header>
      <ul className={styles.jobs}>
        {page.jobs.map(({ title, about, link, headings }) => (
          <li key={link}>
            <div>
              <h2>
                <a href={link}>{title}</a>
              </h2>
              <p>{about}</p>
            </div>
            <ul className={styles.headings}>
              {headings.map(({ heading, link: href }) => (
                <li key={href}>
                  <a href={href}>{heading}</a>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </div>
  );
}
