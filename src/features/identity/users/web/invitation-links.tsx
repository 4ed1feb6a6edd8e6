import type { InvitationLink } from '#features/identity/sign-in/contract.ts';
import { CopyLinkField } from '#platform/web/ui/copy-link-field.tsx';
import styles from './users.module.css';

/** The latest links to hand over, and which of the page's forms made them. */
export interface ShownInvitationLinks {
  by: 'one' | 'many' | 'again';
  links: readonly InvitationLink[];
}

/** Links that aren't mailed, shown once for the inviter to hand over. */
export function InvitationLinks({
  of: { by: made, links },
  by,
}: {
  of: ShownInvitationLinks;
  by: ShownInvitationLinks['by'];
}) {
  if (made !== by || links.length === 0) return null;
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
