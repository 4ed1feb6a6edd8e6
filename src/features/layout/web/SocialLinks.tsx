import { ArrowUpRight, Globe } from 'lucide-react';
import { readSocials, type SocialSite } from '#features/society/socials.ts';
import iconStyles from '#platform/web/ui/Icon.module.css';
import { Icon } from '#platform/web/ui/Icon.tsx';
import styles from './SocialLinks.module.css';

/** Where else the society is to be found (SPEC §2). Nothing while it is nowhere else. */
export function SocialLinks({ socials }: { socials: string }) {
  const links = readSocials(socials);
  if (links.length === 0) return null;
  return (
    <section>
      <div className="scotch" />
      <h2>Follow us</h2>
      <ul className={styles.links}>
        {links.map(({ href, label, site }) => (
          <li key={href}>
            <a href={href} rel="noopener">
              <Sign of={site} />
              <span>{label}</span>
              <Icon of={ArrowUpRight} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Drawn in the manner of the other icons, which come without the signs of companies. */
const signs: Record<Exclude<SocialSite, 'other'>, string> = {
  facebook: 'M15 3h-2.5A4.5 4.5 0 0 0 8 7.5V10H5.5v4H8v7h4v-7h3l.8-4H12V7.6c0-.4.3-.6.6-.6H15z',
  instagram:
    'M7 3h10a4 4 0 0 1 4 4v10a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4zM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM17.2 6.8h.01',
  youtube: 'M5 5h14a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3zM10 9l5 3-5 3z',
};

function Sign({ of: site }: { of: SocialSite }) {
  if (site === 'other') return <Icon of={Globe} />;
  return (
    <svg
      className={iconStyles.icon}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={signs[site]} />
    </svg>
  );
}
