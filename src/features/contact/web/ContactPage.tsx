import { FindUs, Sidebar } from '#features/layout/web/index.ts';
import { daysOf } from '#features/shows/run.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { type Beside, useSite } from '#platform/web/navigation/index.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { ContactForm } from './ContactForm.tsx';
import styles from './ContactPage.module.css';

/** `/contact`: the form by itself. Without JavaScript it also shows the answer. */
export default function ContactPage({ page }: { page: Page<'contact'> }) {
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
          <p>Ask us anything: about joining in, tickets, a visit by your group, or something else.</p>
          <ContactForm typed={page.typed} answered={page.answer} />
          <InPerson />
        </>
      )}
    </div>
  );
}

/** Where we are, and where we play next, as far as that is known. */
function InPerson() {
  const { about, next_show: show } = useSite();
  if (about === '' && show.title === '') return null;
  return (
    <section className={styles.person} aria-labelledby="in-person">
      <div className="scotch" />
      <h2 id="in-person">In person</h2>
      <dl>
        {show.title !== '' && (
          <div>
            <dt>Next on stage</dt>
            <dd>
              <a href={show.link}>{show.title}</a>, {daysOf(show)}
              {show.venue !== '' && (
                <>
                  <br />
                  {show.venue}
                </>
              )}
            </dd>
          </div>
        )}
        {about !== '' && (
          <div>
            <dt>Who we are</dt>
            <dd>
              {about} <a href="/about-us">About us</a>
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}

const WithMap: Beside = ({ page, ...rest }) => (
  <Sidebar {...rest} first={page.type === 'contact' && <FindUs at={page.maps_url ?? ''} site={rest.site} />} />
);

export const beside = () => WithMap;

export const head = (page: Page<'contact'>, site: { site_name: string }): Head => ({
  title: page.title,
  description: `Write to ${site.site_name}.`,
  ...(page.sent || page.answer ? { indexed: false } : { canonical: '/contact' }),
});
