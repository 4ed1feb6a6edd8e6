import { dayInWords, timeInWords } from '#platform/shared/dates.ts';
import { Badge } from '#platform/web/ui/Badge.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import type { Notice } from '../contract.ts';
import styles from './NoticeList.module.css';

/**
 * Posts and files as rows that lead to them. `tells` is what the surroundings don't say already: the time under a day's
 * heading, the day elsewhere.
 */
export function NoticeList({ notices, tells }: { notices: readonly Notice[]; tells: 'time' | 'day' }) {
  return (
    <ol className={styles.notices}>
      {notices.map((notice) => (
        <li key={`${notice.type} ${notice.id}`} className={notice.type === 'file' ? styles.file : undefined}>
          <a href={notice.link}>
            <span className={styles.sign}>
              <Icon of={notice.type === 'file' ? 'file-text' : notice.show_title === '' ? 'pin' : 'drama'} />
            </span>
            <span className={styles.words}>
              {tells === 'time' && notice.show_title !== '' && <span className={styles.show}>{notice.show_title}</span>}
              <span className={styles.title}>{notice.title}</span>
              {!notice.out && (
                <span className={styles.appears}>
                  <Badge tone="warning">Appears {dayInWords(notice.date)}</Badge>
                </span>
              )}
              {notice.content !== '' && <span className={styles.excerpt}>{notice.content}</span>}
              {notice.type === 'file' && <span className="meta">{notice.kind}</span>}
            </span>
            <time className={tells === 'day' ? `meta ${styles.day}` : 'meta'} dateTime={notice.date}>
              {tells === 'time' ? timeInWords(notice.date) : dayInWords(notice.date)}
            </time>
          </a>
        </li>
      ))}
    </ol>
  );
}
