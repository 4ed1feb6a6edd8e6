import type { Site } from '#platform/shared/pages.ts';
import styles from './brand.module.css';

/** The society's logo and name, as the link home. */
export function Brand({ site, large }: { site: Site; large?: boolean }) {
  return (
    <a className={large ? `${styles.brand} ${styles.large}` : styles.brand} href="/">
      {site.site_logo === '' ? (
        <Lantern />
      ) : (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitised it when it was uploaded
        <span className={styles.mark} aria-hidden dangerouslySetInnerHTML={{ __html: site.site_logo }} />
      )}
      <span>{site.site_name}</span>
    </a>
  );
}

function Lantern() {
  return (
    <svg
      className={styles.mark}
      viewBox="0 0 28 28"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinejoin="round"
    >
      <path d="M10.5 6.5a3.5 3.5 0 0 1 7 0M8 7h12l1.5 4h-15zM7.5 11l1.8 12h9.4l1.8-12M8.5 23h11v3h-11z" />
      <path d="M14 13.5c2.6 2.6 2.2 5.6 0 6.4-2.2-.8-2.6-3.8 0-6.4z" fill="currentColor" stroke="none" />
    </svg>
  );
}
