import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { deleteStoredUserData } from '#platform/web/drafts/user-storage.ts';
import { signOut } from '../contract.ts';

export const head = (): Head => ({ title: 'Sign out', description: 'Sign out of the members’ area.', indexed: false });

/** The page for visitors who followed a link from another site. The link must not sign them out without asking. */
export default function LogoutPage({ page }: { page: Page<'logout'> }) {
  return (
    <div className="wrap section">
      <h1>{page.title}</h1>
      <p>Do you want to sign out?</p>
      <CallForm call={signOut} submitLabel="Sign out" pendingLabel="Signing out…" renews="site" onAnswer={onAnswer}>
        {() => null}
      </CallForm>
    </div>
  );
}

const onAnswer = ({ code }: CallResponse) => {
  if (code === 200) deleteStoredUserData();
};
