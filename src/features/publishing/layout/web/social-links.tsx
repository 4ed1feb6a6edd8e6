import type { SocialLink } from '#features/society/settings/read-socials.ts';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import styles from './social-links.module.css';

/** Links to the society on other sites. Renders nothing if there are none. */
export function SocialLinks({ links }: { links: readonly SocialLink[] }) {
  if (links.length === 0) return null;
  return (
    <section>
      <div className="scotch" />
      <h2>Follow us</h2>
      <ul className={styles.links}>
        {links.map(({ href, label, site }) => (
          <li key={href}>
            <a href={href} rel="noopener">
              <Icon of={site === 'other' ? 'globe' : site} />
              <span>{label}</span>
              <Icon of="arrow-up-right" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
