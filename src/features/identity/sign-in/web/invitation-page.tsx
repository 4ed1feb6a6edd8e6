import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import styles from '#platform/web/ui/styles/narrow.module.css';
import { InvalidLink } from './invalid-link.tsx';
import { RegisterForm } from './register-form.tsx';

export const head = ({ title }: Page<'invitation'>): Head => ({
  title,
  description: 'Create the account you’ve been invited to.',
  indexed: false,
});

export default function InvitationPage({ page }: { page: Page<'invitation'> }) {
  const { site_name } = useSite();
  const { link, token, typed, answer, first_admin } = page;
  return (
    <div className="wrap section">
      <div className={`stack ${styles.narrow}`}>
        <h1>{page.title}</h1>
        {link === 'open' ? (
          <>
            <p>
              {first_admin
                ? `This account sets up ${site_name} and lets other people in. Use your own name and email address.`
                : `Choose a password to join the members’ area of ${site_name}.`}
            </p>
            <RegisterForm typed={typed} answered={answer} invitation={token} />
          </>
        ) : link === 'used' ? (
          <InvalidLink link={link} href="/members" label="Sign in" />
        ) : (
          <InvalidLink link={link} href="/contact" label="Ask for a new invitation" />
        )}
      </div>
    </div>
  );
}
