import { FileText } from 'lucide-react';
import { dateInWords } from '../../../platform/shared/dates.ts';
import type { Head } from '../../../platform/shared/head.ts';
import type { Page, Site } from '../../../platform/shared/pages.ts';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import { Prose } from '../../../platform/web/ui/Prose.tsx';
import { excerpt } from './excerpt.ts';
import styles from './PostPage.module.css';

/** A post. On the front page the next show has the first heading, and the post the second. */
export default function PostPage({ page }: { page: Page<'post'> }) {
  const Title = page.frontpage ? 'h2' : 'h1';
  return (
    <article className={styles.post}>
      {(page.date !== '' || page.show_title !== '') && (
        <p className="meta">
          {page.show_title !== '' && <span>{page.show_title}</span>}
          {page.date !== '' && <time dateTime={page.date}>{dateInWords(page.date.slice(0, 10), 'day')}</time>}
        </p>
      )}
      <Title>{page.title}</Title>
      <Prose html={page.content_html} />
      {page.files.length > 0 && (
        <section className={styles.files} aria-labelledby="files">
          <h2 id="files">{page.files_title || 'Files'}</h2>
          <ul>
            {page.files.map((file) => (
              <li key={file.id}>
                <Icon of={FileText} />
                <a href={file.url}>{file.name}</a>
                {/\.pdf$/i.test(file.name) && <span className="meta">PDF file</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </article>
  );
}

export function head(page: Page<'post'>, site: Site): Head {
  const said = { title: page.title, description: excerpt(page.content, 155) || site.site_name };
  if (page.frontpage) return { ...said, title: site.site_name, canonical: '/' };
  return page.id === '' ? said : { ...said, canonical: `/post/${page.id}` };
}
