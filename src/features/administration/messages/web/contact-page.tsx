import { formatRunWithWeekdays } from '#features/archive/shows/run.ts';
import { MapSection, Sidebar } from '#features/publishing/layout/web/index.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { ContactForm } from './contact-form.tsx';
import styles from './contact-page.module.css';

/** The contact form on its own page. Without JavaScript it also shows the response. */
export default function ContactPage({ page }: { page: Page<'contact'> }) {
  const site = useSite();
  return (
    <div className={`stack ${styles.page}`}>
      <h1>{page.title}</h1>
      {page.sent ? (
        <>
          <p>Your message has been sent successfully!</p>
          <p>
            <ButtonLink look="line" href="/">
              Go to the front page
            </ButtonLink>
          </p>
        </>
      ) : (
        <>
          <p>Ask us anything: about joining in, tickets, a group visit or something else.</p>
          <ContactForm typed={page.typed} answered={page.answer} />
          <InPerson />
        </>
      )}
      <div className={styles.person}>
        <MapSection at={page.maps_url ?? ''} site={site} />
      </div>
    </div>
  );
}

/** Shows the current or next show and its venue; nothing if there is none. */
function InPerson() {
  const { next_show: show } = useSite();
  if (show.title === '') return null;
  return (
    <section className={styles.person} aria-labelledby="in-person">
      <div className="scotch" />
      <h2 id="in-person">In person</h2>
      <dl>
        <div>
          <dt>{show.playing === '' ? 'Next on stage' : 'On stage now'}</dt>
          <dd>
            <a href={show.link}>{show.title}</a>, {formatRunWithWeekdays(show)}
            {show.venue !== '' && (
              <>
                <br />
                {show.venue}
              </>
            )}
          </dd>
        </div>
      </dl>
    </section>
  );
}

export const getSidebar = () => Sidebar;

export const head = (page: Page<'contact'>, site: { site_name: string }): Head => ({
  title: page.title,
  description: `Write to ${site.site_name}.`,
  ...(page.sent || page.answer ? { indexed: false } : { canonical: '/contact' }),
});
