import { formatByline } from '#features/archive/shows/byline.ts';
import type { ShowEntryWithRun } from '#features/archive/shows/contract.ts';
import { showPath } from '#features/archive/shows/paths.ts';
import { formatRun } from '#features/archive/shows/run.ts';
import { formatLocalDate } from '#platform/shared/dates/dates.ts';
import { RetryingImage } from '#platform/web/gallery/retrying-image.tsx';
import { ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import type { Post, PostPicture } from '../contract.ts';
import styles from './post-parts.module.css';

/** The post's show, date and author. */
export function PostMeta({ post }: { post: Post }) {
  if (post.date === '' && post.show_title === '') return null;
  return (
    <p className="meta dotted">
      {post.show_title !== '' && (
        <span>{post.show_link === '' ? post.show_title : <a href={post.show_link}>{post.show_title}</a>}</span>
      )}
      {post.date !== '' && <time dateTime={post.date}>{formatLocalDate(post.date)}</time>}
      {post.author !== '' && <span>{post.author}</span>}
    </p>
  );
}

/** The picture of a post. `opens` is true if the page begins with the picture. */
export function LeadPicture({ picture, opens = false }: { picture: PostPicture; opens?: boolean }) {
  const tall = picture.height > picture.width;
  return (
    <figure className={tall ? `${styles.picture} ${styles.tall}` : styles.picture}>
      <PostImage picture={picture} sizes={tall ? '26rem' : '(min-width: 60rem) 54rem, 100vw'} opens={opens} />
      {picture.caption !== '' && <figcaption>{picture.caption}</figcaption>}
    </figure>
  );
}

/** A picture of a post. `sizes` says how wide the picture is displayed. */
export function PostImage({ picture, sizes, opens }: { picture: PostPicture; sizes: string; opens?: boolean }) {
  const { src, srcset, width, height, alt, placeholder } = picture;
  const shape = { width, height, alt, placeholder };
  const when = opens ? ({ fetchPriority: 'high' } as const) : ({ loading: 'lazy', decoding: 'async' } as const);
  return <RetryingImage src={src} srcSet={srcset} sizes={sizes} {...shape} {...when} />;
}

/** A show with its poster and its days. All of this is one link to the show's page. */
export const DatedShowRow = ({ show }: { show: ShowEntryWithRun }) => (
  <div className={styles.show}>
    <span className="poster-frame">
      <RetryingImage src={show.programme} alt="" width={600} height={848} loading="lazy" decoding="async" />
    </span>
    <div>
      <h3>
        <a href={showPath(show)}>{show.title}</a>
      </h3>
      {show.author !== '' && <p className={styles.by}>{formatByline(show.author)}</p>}
      <p className={styles.when}>{formatRun(show)}</p>
      {show.venue !== '' && <p className="meta">{show.venue}</p>}
    </div>
  </div>
);

export function PostFiles({ post: { files, files_title } }: { post: Post }) {
  if (files.length === 0) return null;
  return (
    <section className={styles.files} aria-labelledby="files">
      <h2 id="files">{files_title}</h2>
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

/** The link to the editor, for readers who may edit the post. */
export function EditPostLink({ post: { edit_link, edit_label } }: { post: Post }) {
  if (edit_link === '') return null;
  return (
    <p className={styles.edit}>
      <ButtonLink look="line" small href={edit_link}>
        <Icon of="pencil" /> {edit_label}
      </ButtonLink>
    </p>
  );
}
