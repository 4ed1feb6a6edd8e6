import { dayInWords } from '#platform/shared/dates.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import type { Post } from '../contract.ts';
import styles from './PostParts.module.css';

/** Which show it is about, when it was written and by whom. */
export function Dated({ post }: { post: Post }) {
  if (post.date === '' && post.show_title === '') return null;
  return (
    <p className={`meta ${styles.dated}`}>
      {post.show_title !== '' && (
        <span>{post.show_link === '' ? post.show_title : <a href={post.show_link}>{post.show_title}</a>}</span>
      )}
      {post.date !== '' && <time dateTime={post.date}>{dayInWords(post.date)}</time>}
      {post.author !== '' && <span>{post.author}</span>}
    </p>
  );
}

export function Files({ post: { files, files_title } }: { post: Post }) {
  if (files.length === 0) return null;
  return (
    <section className={styles.files} aria-labelledby="files">
      <h2 id="files">{files_title || 'Files'}</h2>
      <ul>
        {files.map((file) => (
          <li key={file.id}>
            <Icon of="file-text" />
            <a href={file.url}>{file.name}</a>
            <span className="meta">{file.kind}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** For whoever may. */
export function Edit({ post: { edit_link, edit_label } }: { post: Post }) {
  if (edit_link === '') return null;
  return (
    <p className={styles.edit}>
      <ButtonLink look="line" small href={edit_link}>
        <Icon of="pencil" /> {edit_label}
      </ButtonLink>
    </p>
  );
}
