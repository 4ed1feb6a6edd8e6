import { ghostLight } from '#features/publishing/layout/web/index.ts';
import { unexpectedErrorMessage } from '#platform/shared/calls/call-response.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { useLocation, useSite } from '#platform/web/navigation/index.ts';
import { ButtonLink } from '#platform/web/ui/actions/button.tsx';
import styles from './error-page.module.css';

/** The headings of the usual status codes. */
const HEADLINES: Record<number, string> = {
  403: 'That’s somebody else’s dressing room',
  404: 'There’s nobody on this stage',
  429: 'One at a time, please',
  500: 'Something fell over backstage',
  503: 'The curtain has stuck',
};

/** The error page, with a picture of a ghost light. */
export default function ErrorPage({ page }: { page: Page<'error'> }) {
  const { path } = useLocation();
  const { current_user: user } = useSite();
  // In the members' area, the error page has the area's design and navigation
  const isMembersPage = user.is_authenticated && path.startsWith('/members/');
  return (
    <section className={isMembersPage ? `${styles.error} ${styles.among}` : styles.error}>
      <img src={ghostLight} alt="" width={1200} height={800} />
      <div className="wrap">
        <p className="label">Error {page.title}</p>
        <h1>{HEADLINES[page.code] ?? 'We missed that cue'}</h1>
        <p>{page.message || unexpectedErrorMessage}</p>
        <p className={styles.ways}>
          {isMembersPage ? (
            <ButtonLink look="lamp" href="/members/dashboard">
              Go to the dashboard
            </ButtonLink>
          ) : (
            <>
              <ButtonLink look="lamp" href="/">
                Go to the front page
              </ButtonLink>
              <ButtonLink look="house" href="/past-shows">
                Browse past shows
              </ButtonLink>
            </>
          )}
        </p>
      </div>
    </section>
  );
}

export const head = (page: Page<'error'>): Head => ({
  title: `Error ${page.title}`,
  description: page.message || unexpectedErrorMessage,
  indexed: false,
});
