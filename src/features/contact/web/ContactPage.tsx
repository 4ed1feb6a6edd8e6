import { Sidebar } from '#features/layout/web/index.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
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
        </>
      )}
    </div>
  );
}

export const beside = () => Sidebar;

export const head = (page: Page<'contact'>, site: { site_name: string }): Head => ({
  title: page.title,
  description: `Write to ${site.site_name}.`,
  ...(page.sent || page.answer ? { indexed: false } : { canonical: '/contact' }),
});
