import { type ReactNode, useSyncExternalStore } from 'react';
import { parseNormalisedSocials } from '#features/society/settings/read-socials.ts';
import { canBookTickets } from '#features/society/settings/tickets.ts';
import type { SiteData } from '#platform/shared/pages.ts';
import { NewTabHint } from '#platform/web/ui/navigation/new-tab-hint.tsx';
import styles from './footer.module.css';
import { Brand } from './header.tsx';

/** The footer. If `brief`, it is a single line, because the members' navigation leads everywhere. */
export function Footer({ site, brief }: { site: SiteData; brief: boolean }) {
  if (brief) {
    return (
      <footer className={`${styles.footer} ${styles.brief}`}>
        <div className={styles.line}>
          <CopyrightAndPolicies site={site} />
          <ThemeSwitch />
        </div>
      </footer>
    );
  }
  return (
    <footer className={styles.footer}>
      <div className="wrap">
        <div className={styles.cols}>
          <div>
            <Brand site={site} large />
            {site.about && <p>{site.about}</p>}
          </div>
          <nav className={styles.ways} aria-label="Footer">
            <FooterLinkGroup heading="See a show">
              {canBookTickets(site) && (
                <li>
                  <a href="/tickets" target="_blank" rel="noopener">
                    Tickets
                    <NewTabHint />
                  </a>
                </li>
              )}
              <FooterLink href="/past-shows">Past shows</FooterLink>
              <FooterLink href="/calendar.ics">Add our shows to your calendar</FooterLink>
              <FooterLink href="/search">Search</FooterLink>
            </FooterLinkGroup>
            <FooterLinkGroup heading="Take part">
              <FooterLink href="/auditions">Auditions</FooterLink>
              <FooterLink href="/about-us">About us</FooterLink>
              <FooterLink href="/members">Members</FooterLink>
              <FooterLink href="/contact">Join or contact us</FooterLink>
            </FooterLinkGroup>
            <FooterLinkGroup heading="Follow us">
              <FooterLink href="/blog">Blog</FooterLink>
              <FooterLink href="/blog/feed.xml">Blog feed</FooterLink>
              {parseNormalisedSocials(site.socials).map(({ href, label }) => (
                <li key={href}>
                  <a href={href} rel="noopener">
                    {label}
                  </a>
                </li>
              ))}
            </FooterLinkGroup>
          </nav>
        </div>
        <div className={styles.fine}>
          <CopyrightAndPolicies site={site} />
          <ThemeSwitch />
          <span>Made with Callboard</span>
        </div>
      </div>
    </footer>
  );
}

function FooterLinkGroup({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div>
      <h2>{heading}</h2>
      <ul>{children}</ul>
    </div>
  );
}

const FooterLink = ({ href, children }: { href: string; children: string }) => (
  <li>
    <a href={href}>{children}</a>
  </li>
);

function CopyrightAndPolicies({ site }: { site: SiteData }) {
  return (
    <>
      <span>
        © {site.today.slice(0, 4)} {site.site_name}
      </span>
      <a href="/privacy">Privacy</a>
      <a href="/accessibility">Accessibility</a>
    </>
  );
}

const themes = [
  { value: 'system', label: 'Match my device' },
  { value: 'light', label: 'Lights up' },
  { value: 'dark', label: 'Lights down' },
];

/**
 * Chooses light or dark, or what the device prefers. The choice is remembered on this device, and `head-script.ts`
 * restores it before the first paint.
 */
export function ThemeSwitch() {
  const chosen = useSyncExternalStore(subscribeToTheme, getChosenTheme, () => 'system');
  return (
    <fieldset className={styles.switch}>
      <legend>Lighting</legend>
      {themes.map(({ value, label }) => (
        <label key={value}>
          <input
            type="radio"
            name="theme"
            value={value}
            checked={chosen === value}
            onChange={() => chooseTheme(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

const listeners = new Set<() => void>();

function subscribeToTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const getChosenTheme = () => document.documentElement.dataset.theme ?? 'system';

function chooseTheme(theme: string): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === 'system') localStorage.removeItem('theme');
    else localStorage.setItem('theme', theme);
  } catch {
    // Without storage, the choice lasts for this visit
  }
  for (const listener of listeners) listener();
}
