import styles from './Prose.module.css';

/** Written text, given as HTML that the server has made safe. */
export function Prose({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server made it from Markdown and sanitised it
  return <div className={styles.prose} dangerouslySetInnerHTML={{ __html: html }} />;
}
