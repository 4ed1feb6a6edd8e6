import { formatFileTitle, membersFilePagePath } from '#features/publishing/files/paths.ts';
import type { Site } from '#platform/shared/pages.ts';
import styles from './documents-box.module.css';

/** The box has room for eight documents; the Member Docs page lists all of them. */
const maxDocuments = 8;

/** Lists the first documents of Member Docs, next to the members' pages. */
export function DocumentsBox({ site, className }: { site: Site; className?: string | undefined }) {
  const files = site.memberDocs?.files ?? [];
  if (files.length === 0) return null;
  return (
    <aside className={[styles.documents, className].filter(Boolean).join(' ')} aria-label="Member documents">
      <p className={styles.heading}>Member documents</p>
      <ul>
        {files.slice(0, maxDocuments).map((file) => (
          <li key={file.id}>
            <a href={membersFilePagePath(file)}>{formatFileTitle(file.name)}</a>
          </li>
        ))}
        {files.length > maxDocuments && site.memberNavItemsToShow.member_docs && (
          <li>
            <a href="/members/docs">All {files.length} documents</a>
          </li>
        )}
      </ul>
    </aside>
  );
}
