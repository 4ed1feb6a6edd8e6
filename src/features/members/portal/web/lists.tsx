import type { ReactNode } from 'react';
import { formatSeason } from '#features/archive/shows/run.ts';
import { formatLocalDate, formatTime } from '#platform/shared/dates/dates.ts';
import { RetryingImage } from '#platform/web/gallery/retrying-image.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import type { MembersShowEntry, NoticeListEntry } from '../contract.ts';
import styles from './lists.module.css';

/**
 * Lists posts and files as links. Each row shows the time (`time`, for lists below headings with the day) or the day
 * (`day`).
 */
export function NoticeList({ notices, dateStyle }: { notices: readonly NoticeListEntry[]; dateStyle: 'time' | 'day' }) {
  return (
    <ol className={styles.notices}>
      {notices.map((notice) => (
        <li key={`${notice.type} ${notice.id}`} className={notice.type === 'file' ? styles.file : undefined}>
          <a href={notice.link}>
            <span className={styles.sign}>
              <Icon of={notice.type === 'file' ? 'file-text' : notice.show_title === '' ? 'pin' : 'drama'} />
            </span>
            <NoticeText notice={notice} show={dateStyle === 'time' ? notice.show_title : ''} />
            <time className={dateStyle === 'day' ? `meta ${styles.day}` : 'meta'} dateTime={notice.date}>
              {dateStyle === 'time' ? formatTime(notice.date) : formatLocalDate(notice.date)}
            </time>
          </a>
        </li>
      ))}
    </ol>
  );
}

/**
 * The text of a row. It says above a post's title who can read the post, and below a file's name what type of file it
 * is.
 */
function NoticeText({
  notice: { type, title, kind, date, content, out },
  show,
}: {
  notice: NoticeListEntry;
  show: string;
}) {
  return (
    <span className={styles.text}>
      {(show !== '' || type === 'post') && (
        <span className={styles.about}>
          {show !== '' && <span className={styles.show}>{show}</span>}
          {type === 'post' && <span className="meta">{kind}</span>}
        </span>
      )}
      <span className={styles.title}>{title}</span>
      {!out && (
        <span className={styles.appears}>
          <Badge tone="warning">Appears {formatLocalDate(date)}</Badge>
        </span>
      )}
      {content !== '' && <span className={styles.excerpt}>{content}</span>}
      {type === 'file' && <span className="meta">{kind}</span>}
    </span>
  );
}

/** A show in a members' list, with a line of text as `children`. */
export function ShowRow({
  show,
  logo,
  children,
}: {
  show: MembersShowEntry;
  /** Shown if the show has no picture. */
  logo?: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className={`linked ${styles.entry}`}>
      <span className="poster-frame">
        {show.image === '' ? (
          <span className={styles.logo}>{logo}</span>
        ) : (
          <RetryingImage src={show.image} alt="" width={600} height={848} loading="lazy" decoding="async" />
        )}
      </span>
      <div>
        <h3>
          <a href={show.url}>{show.title}</a>
        </h3>
        <p className="meta">{formatSeason(show)}</p>
        {children !== '' && <p className="meta">{children}</p>}
        {show.cancelled && <Badge tone="warning">Cancelled</Badge>}
      </div>
    </li>
  );
}
