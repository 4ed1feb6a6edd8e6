import type { Site } from '../../../platform/shared/pages.ts';
import { Brand } from './Brand.tsx';
import styles from './Footer.module.css';
import { NewTab } from './NewTab.tsx';
import { publicPages, searchPage } from './publicPages.ts';
import { ThemeSwitch } from './ThemeSwitch.tsx';

export function Footer({ site }: { site: Site }) {
  return (
    <footer className={styles.footer}>
      <div className="wrap">
        <div className={styles.cols}>
          <div>
            <Brand site={site} large />
          </div>
          <nav aria-label="Foot of the page">
            <h2>Find your way</h2>
            <ul>
              {[...publicPages, searchPage].map(({ href, label }) => (
                <li key={href}>
                  <a href={href}>{label}</a>
                </li>
              ))}
              {site.tickets_active === '1' && (
                <li>
                  <a href="/tickets" target="_blank" rel="noopener">
                    Book tickets
                    <NewTab />
                  </a>
                </li>
              )}
            </ul>
          </nav>
          <ThemeSwitch />
        </div>
        <div className={styles.fine}>
          <span>
            © {site.today.slice(0, 4)} {site.site_name}
          </span>
          <a className={styles.notice} href="/privacy">
            Privacy
          </a>
          <a className={styles.notice} href="/accessibility">
            Accessibility
          </a>
          <span>Made with Callboard</span>
        </div>
      </div>
    </footer>
  );
}
