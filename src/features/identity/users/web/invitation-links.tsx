import type { InvitationLink } from '#features/identity/sign-in/contract.ts';
import { CopyLinkField } from '#platform/web/ui/fields/copy-link-field.tsx';
import styles from './users.module.css';

/** The latest links for the inviter to pass on, and the part of the page that created them. */
export interface ShownInvitationLinks {
  by: 'one' | 'many' | 'again';
  links: readonly InvitationLink[];
}

/**
 * Links that weren't emailed, shown once so that the inviter can pass them on. Shows only the links created by the part
 * `by` of the page.
 */
export function InvitationLinks({
  of: { by: creator, links },
  by,
}: {
  of: ShownInvitationLinks;
  by: ShownInvitationLinks['by'];
}) {
  if (creator !== by || links.length === 0) return null;
  return (
    <ul className={styles.hand}>
      {links.map(({ name, href }) => (
        <li key={href} className="stack">
          <CopyLinkField
            label={`Link for ${name}`}
            hint="Don’t share it with anyone else. It won’t be shown again."
            url={href}
          />
        </li>
      ))}
    </ul>
  );
}
