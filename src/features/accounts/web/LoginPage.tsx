import type { Head } from '../../../platform/shared/head.ts';
import type { Page } from '../../../platform/shared/pages.ts';
import { CallForm } from '../../../platform/web/calls/CallForm.tsx';
import { Field, Input } from '../../../platform/web/ui/Field.tsx';

export const head = (): Head => ({
  title: 'Members',
  description: 'Sign in to the members’ side of the site.',
  indexed: false,
});

export default function LoginPage({ page }: { page: Page<'login'> }) {
  return (
    <div className="wrap section">
      <h1>{page.title}</h1>
      <CallForm call="/members" submit="Sign in" pending="Signing in…" renews="site">
        {({ email, password }) => (
          <>
            <Field label="Email" error={email}>
              {(control) => <Input {...control} name="email" type="email" autoComplete="username" required />}
            </Field>
            <Field label="Password" error={password}>
              {(control) => (
                <Input {...control} name="password" type="password" autoComplete="current-password" required />
              )}
            </Field>
          </>
        )}
      </CallForm>
    </div>
  );
}
