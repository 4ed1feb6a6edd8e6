import { canBookTickets } from '#features/society/settings/tickets.ts';
import type { Site } from '#platform/shared/pages.ts';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { OpensInNewTab } from '#platform/web/ui/navigation/opens-in-new-tab.tsx';
import styles from './banners.module.css';

/** Paths of pages whose forms have a button at the foot of a phone's screen. */
const FORMS = /^\/(contact|corrections|members)\b/;

/**
 * Links to the tickets while any are on sale, and names the show if only one is on sale. On a phone the banner is
 * hidden on pages with a form, so that it doesn't cover the form's button.
 */
export function TicketBanner({ site, path }: { site: Site; path: string }) {
  if (!canBookTickets(site)) return null;
  const [show, another] = site.on_sale;
  return (
    <aside className={FORMS.test(path) ? `${styles.banner} only-wide` : styles.banner} aria-label="Now booking">
      <div className={`wrap ${styles.line}`}>
        {!show || another ? (
          <span>Tickets are on sale</span>
        ) : (
          <span>
            <span className="only-wide">Now booking: </span>
            {path === '/' && show.title === site.next_show.title ? show.title : `${show.title}, ${show.dates}`}
          </span>
        )}
        <a href="/tickets" target="_blank" rel="noopener">
          Book tickets <Icon of="arrow-up-right" />
          <OpensInNewTab />
        </a>
      </div>
    </aside>
  );
}

/** The note above every page of a public demo: what happens to data and, on the login page, how to sign in. */
export function DemoNote({
  demo: { note, email, password },
  path,
}: {
  demo: NonNullable<Site['public_demo']>;
  path: string;
}) {
  return (
    <aside className={styles.note} aria-label="About this demo">
      <p className="wrap">
        <strong>This is a demo.</strong> {note}{' '}
        {path === '/members' ? (
          <>
            Sign in as <code>{email}</code> with <code>{password}</code>.
          </>
        ) : null}
      </p>
    </aside>
  );
}
