import { formatFileTitle, membersFilePagePath } from '#features/publishing/files/paths.ts';
import type { Site } from '#platform/shared/pages.ts';
import styles from './documents-box.module.css';

/** Few enough to leave room for the rest; Member Docs has them all. */
const documentsShown = 8;

/** Member Docs in short, next to every members' page. Their own page is features/members/documents. */
export function DocumentsBox({ site, className }: { site: Site; className?: string | undefined }) {
  const files = site.memberDocs?.files ?? [];
  if (files.length === 0) return null;
  return (
    <aside className={[styles.documents, className].filter(Boolean).join(' ')} aria-label="Member documents">
      <p className={styles.heading}>Member documents</p>
      <ul>
        {files.slice(0, documentsShown).map((file) => (
          <li key={file.id}>
            <a href={membersFilePagePath(file)}>{formatFileTitle(file.name)}</a>
          </li>
        ))}
        {files.length > documentsShown && site.memberNavItemsToShow.member_docs && (
          <li>
            <a href="/members/docs">All {files.length} documents</a>
          </li>
        )}
      </ul>
    </aside>
  );
}
