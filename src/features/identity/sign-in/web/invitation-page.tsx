import { portalHomePath } from '#features/society/accounts/return-path.ts';
import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { deleteStoredUserData } from '#platform/web/drafts/user-storage.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import styles from '#platform/web/ui/styles/narrow.module.css';
import { signOut } from '../contract.ts';
import { InvalidLink } from './invalid-link.tsx';
import { RegisterForm } from './register-form.tsx';

export const head = ({ title }: Page<'invitation'>): Head => ({
  title,
  description: 'Accept your invitation and create an account.',
  indexed: false,
});

export default function InvitationPage({ page }: { page: Page<'invitation'> }) {
  const { site_name } = useSite();
  const { link, token, typed, answer, first_admin, signed_in_as } = page;
  return (
    <div className="wrap section">
      <div className={`stack ${styles.narrow}`}>
        <h1>{page.title}</h1>
        {signed_in_as !== undefined ? (
          <SignOutFirst page={page} />
        ) : link === 'open' ? (
          <>
            <p>
              {first_admin
                ? `With this account you’ll set up ${site_name} and let other people in. Use your own name and email address.`
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

/** Asks a signed-in visitor to sign out first. The browser then shows the form of the invitation. */
function SignOutFirst({ page: { signed_in_as, typed } }: { page: Page<'invitation'> }) {
  const invited = `${typed.firstname ?? ''} ${typed.lastname ?? ''}`.trim();
  return (
    <>
      <p>
        You’re signed in as {signed_in_as}. {invited !== '' && `This invitation is for ${invited}. `}To accept it, sign
        out first.
      </p>
      <CallForm call={signOut} submitLabel="Sign out" pendingLabel="Signing out…" renews="site" onAnswer={onAnswer}>
        {() => null}
      </CallForm>
      <p>
        <a href={portalHomePath}>Stay signed in and go to the dashboard</a>
      </p>
    </>
  );
}

const onAnswer = ({ code }: CallResponse) => {
  if (code === 200) deleteStoredUserData();
};
