import type { LinkToHand } from '#features/sign-in/contract.ts';
import { AddressToCopy } from '#platform/web/ui/AddressToCopy.tsx';
import styles from './Users.module.css';

/** The latest links to hand over, and which of the page's forms made them. */
export interface Handed {
  by: 'one' | 'many' | 'again';
  links: readonly LinkToHand[];
}

/** Links that aren't mailed, shown once for the inviter to hand over. */
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
