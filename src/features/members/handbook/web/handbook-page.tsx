import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { Prose } from '#platform/web/ui/content/prose.tsx';
import { BackLink } from '#platform/web/ui/navigation/page-links.tsx';
import { getScreenshotSize, handbookPath } from '../chapters.ts';
import type { HandbookSection } from '../contract.ts';
import styles from './handbook.module.css';

export const head = (page: Page<'handbook_page'>): Head => ({
  title: `${page.title}, handbook`,
  description: page.about,
  indexed: false,
});

/** A chapter of the handbook, with its table of contents. */
export default function HandbookPage({ page: { title, about, sections, others } }: { page: Page<'handbook_page'> }) {
  return (
    <div className={styles.page}>
      <header className="page-head">
        <BackLink href={handbookPath}>Handbook</BackLink>
        <h1>{title}</h1>
        <p>{about}</p>
      </header>
      <div className={styles.columns}>
        <nav className={`no-print ${styles.contents}`} aria-labelledby="contents">
          <h2 id="contents">On this page</h2>
          <ul>
            {sections.map(({ id, level, heading }) => (
              <li key={id} className={level === 3 ? styles.part : undefined}>
                <a href={`#${id}`}>{heading}</a>
              </li>
            ))}
          </ul>
        </nav>
        <article className={styles.text}>
          {sections.map((section) => (
            <Section key={section.id} section={section} />
          ))}
        </article>
      </div>
      <nav className={`no-print ${styles.others}`} aria-labelledby="others">
        <h2 id="others">Other roles</h2>
        <ul>
          {others.map((other) => (
            <li key={other.link}>
              <a href={other.link}>{other.title}</a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

function Section({ section: { id, level, heading, html, picture } }: { section: HandbookSection }) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section aria-labelledby={id}>
      <Heading id={id}>{heading}</Heading>
      <Prose html={html} />
      {picture && <Screenshot of={picture} />}
    </section>
  );
}

const folder = '../../../../../docs/handbook/pictures/';
const urls: Readonly<Record<string, string>> = import.meta.glob('../../../../../docs/handbook/pictures/*.webp', {
  eager: true,
  import: 'default',
  query: '?url',
});

/** Shows the screenshot of a section. */
function Screenshot({ of: { file, alt } }: { of: NonNullable<HandbookSection['picture']> }) {
  return (
    <img
      className={styles.screenshot}
      data-narrow={getScreenshotSize(file).width < 600 || undefined}
      src={urls[folder + file]}
      alt={alt}
      {...getScreenshotSize(file)}
      loading="lazy"
      decoding="async"
    />
  );
}
