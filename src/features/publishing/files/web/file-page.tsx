import { useEffect, useState } from 'react';
import { formatLocalDate } from '#platform/shared/dates/dates.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page, SiteData } from '#platform/shared/pages.ts';
import { ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { BackLink } from '#platform/web/ui/navigation/page-links.tsx';
import type { FilePageContent as Content } from '../contract.ts';
import { removeExtension } from '../file-links.ts';
import styles from './file-page.module.css';

/** The page of a file: title, preview and download. */
export default function FilePage({ page }: { page: Page<'file_page'> }) {
  const home = inPortal(page)
    ? { href: '/members/dashboard', name: 'the dashboard' }
    : { href: '/', name: 'the front page' };
  return (
    <article className={`wrap section ${styles.file}`}>
      <header>
        <BackLink href={page.show_link || home.href}>
          Back to {page.show_link === '' ? home.name : page.show_title}
        </BackLink>
        <p className="meta dotted">
          {page.show_title !== '' && <a href={page.show_link}>{page.show_title}</a>}
          <time dateTime={page.date}>{formatLocalDate(page.date)}</time>
          <span>{page.kind}</span>
        </p>
        <h1>{removeExtension(page.title)}</h1>
      </header>
      {/* The key remounts the preview for each file, so that a failed preview doesn't affect the next file */}
      <Preview key={page.id} page={page} />
      <p className="row">
        <ButtonLink href={page.url} download>
          <Icon of="download" /> Download File
        </ButtonLink>
        {page.preview.as === 'pdf' && (
          <ButtonLink look="line" href={page.preview.src}>
            Open
          </ButtonLink>
        )}
      </p>
    </article>
  );
}

function Preview({ page: { preview, title } }: { page: Content }) {
  const [failed, setFailed] = useState(false);
  const fail = () => setFailed(true);
  useEffect(() => {
    if (preview.as === 'pdf' && !navigator.pdfViewerEnabled) setFailed(true);
  }, [preview.as]);

  const message = 'File preview not supported on your device. See Download link below.';
  if (preview.as === 'pdf') {
    // On a phone the message is always there; elsewhere it replaces a preview that fails. Nothing moves in either case
    return (
      <>
        {!failed && <iframe className={styles.pages} src={preview.src} title={`Preview: ${title}`} />}
        <p className={`${styles.none} ${failed ? styles.instead : styles.onPhone}`}>{message}</p>
      </>
    );
  }
  if (failed || preview.as === 'none') return <p className={styles.none}>{message}</p>;
  if (preview.as === 'image') return <img className={styles.shown} src={preview.src} alt={title} onError={fail} />;
  const playing = {
    src: preview.src,
    controls: true,
    preload: 'metadata',
    'aria-label': title,
    onError: fail,
  } as const;
  // Uploaded files have no captions
  if (preview.as === 'audio') return <audio className={styles.heard} {...playing} />;
  return <video className={styles.shown} {...playing} />;
}

const inPortal = ({ address }: Content) => address.startsWith('/members/');

export function head(page: Page<'file_page'>, site: SiteData): Head {
  const { kind, show_title, address } = page;
  const title = removeExtension(page.title);
  if (inPortal(page)) return { title, description: site.site_name, indexed: false };
  const about = `${kind}${show_title === '' ? '' : `, ${show_title}`}`;
  return { title, description: `${about}. View or download it from ${site.site_name}.`, canonical: address };
}
