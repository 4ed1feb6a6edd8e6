import styles from './file-name.module.css';

/**
 * The number of characters at the end of a file name that stay visible. The names of a show's files often differ only
 * there, in a number or the extension.
 */
const END = 10;

/**
 * A file's name on one line: if it is too long, its middle is hidden. Screen readers and search have the whole name.
 */
export const TruncatedFileName = ({ of: name }: { of: string }) => (
  <span className={styles.name} title={name}>
    <span className="vh">{name}</span>
    <span className={styles.drawn} aria-hidden data-begins={name.slice(0, -END)} data-ends={name.slice(-END)} />
  </span>
);
