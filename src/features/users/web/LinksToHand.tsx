import type { LinkToHand } from '#features/sign-in/contract.ts';
import { AddressToCopy } from '#platform/web/ui/AddressToCopy.tsx';
import styles from './Users.module.css';

/** The latest links that nobody mails, and by which of the page's ways of inviting they were made. */
export interface Handed {
  by: 'one' | 'many' | 'again';
  links: readonly LinkToHand[];
}

/** What nobody mails: each link stands here for whoever invites, this once. */
export function LinksToHand({ of: { by: made, links }, by }: { of: Handed; by: Handed['by'] }) {
  if (made !== by || links.length === 0) return null;
  return (
    <ul className={styles.hand}>
      {links.map(({ name, href }) => (
        <li key={href} className="stack">
          <AddressToCopy
            label={`The link for ${name}`}
            hint="Nobody else should have it, and it isn’t shown again."
            url={href}
          />
        </li>
      ))}
    </ul>
  );
}
