import {
  SecondStepForm,
  SignInWithPasskeyButton,
  showErasureCancelledAlert,
} from '#features/identity/second-factor/web/index.ts';
import { filePagePath, removeExtension } from '#features/publishing/files/file-links.ts';
import { ghostLight } from '#features/publishing/layout/web/index.ts';
import { PasswordInput } from '#features/society/accounts/web/index.ts';
import type { ResponseOf } from '#platform/shared/calls/calls.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { reloadForVisitor, useSite } from '#platform/web/navigation/index.ts';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { Field, InputField } from '#platform/web/ui/fields/field.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { Tabs } from '#platform/web/ui/navigation/tabs.tsx';
import { signIn } from '../contract.ts';
import styles from './login-page.module.css';
import { RegisterForm } from './register-form.tsx';

export const head = (): Head => ({
  title: 'Members',
  description: 'Sign in to the members’ area, or register.',
  indexed: false,
});

/** Reloads the page to show the second step, if the password was correct and a second factor is needed. */
function onSignInResponse(answer: ResponseOf<typeof signIn>): boolean {
  showErasureCancelledAlert(answer);
  const needsSecondFactor = answer.code === 401 && answer.second_factor === true;
  if (needsSecondFactor) void reloadForVisitor();
  return needsSecondFactor;
}

/**
 * The page for visitors who aren't signed in: forms to sign in and register, and the public documents; or the second
 * step of signing in.
 */
export default function LoginPage({ page }: { page: Page<'login'> }) {
  if (page.second_step) return <SecondStepForm step={page.second_step} next={page.next} />;
  const tabs = [
    { id: 'login', label: 'Sign in', content: <LoginForm page={page} /> },
    { id: 'register', label: 'Register', content: <Register page={page} /> },
  ];
  return (
    <div className={`wrap section ${styles.login}`}>
      <div>
        <h1 className={styles.title}>{page.title}</h1>
        {page.awaits_first_admin && (
          <p className={styles.aside}>
            This site has no admin yet. When the program started, it printed a link for the first one: open that link
            instead of registering.
          </p>
        )}
        <Tabs label="Sign in or register" tabs={tabs} open={page.tab} />
      </div>
      <Documents files={page.files} />
    </div>
  );
}

function LoginForm({ page: { next, typed, answer, tab } }: { page: Page<'login'> }) {
  const { sends_mail } = useSite();
  const isOpenTab = tab === 'login';
  return (
    <div className={`roomy ${styles.ways}`}>
      <CallForm
        call={signIn}
        submitLabel="Sign in"
        pendingLabel="Signing in…"
        renews="site"
        leadsTo={next}
        asks={false}
        refused="We couldn’t sign you in"
        onAnswer={onSignInResponse}
        answered={isOpenTab ? answer : undefined}
      >
        {({ email, password }) => (
          <>
            <input type="hidden" name="next" value={next} />
            <InputField
              label="Email"
              error={email}
              name="email"
              type="email"
              autoComplete="username"
              defaultValue={isOpenTab ? typed.email : ''}
              required
            />
            <Field label="Password" error={password}>
              {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" />}
            </Field>
          </>
        )}
      </CallForm>
      <SignInWithPasskeyButton slot={signIn.path} next={next} />
      <p className={styles.aside}>
        Forgotten your password?{' '}
        <a href="/members/forgotten">{sends_mail ? 'Set a new one by email' : 'Set a new one'}</a>.
      </p>
    </div>
  );
}

function Register({ page: { registration, typed, answer, tab } }: { page: Page<'login'> }) {
  const { sends_mail } = useSite();
  if (registration === 'invitation') {
    return (
      <p>
        Accounts are by invitation only. <a href="/contact">Contact us</a> for an invitation.
      </p>
    );
  }
  const isOpenTab = tab === 'register';
  return (
    <div className="stack roomy">
      <p className={styles.aside}>
        An account is for members. To join us, <a href="/contact">write to us</a> first.
      </p>
      {!sends_mail ? (
        <p className={styles.aside}>This site can’t send email yet, so ask somebody on the committee to invite you.</p>
      ) : (
        registration === 'approval' && (
          <p className={styles.aside}>
            We’ll email you to confirm your address. We then approve each account ourselves.
          </p>
        )
      )}
      <RegisterForm typed={isOpenTab ? typed : {}} answered={isOpenTab ? answer : undefined} />
    </div>
  );
}

function Documents({ files }: { files: Page<'login'>['files'] }) {
  return (
    <section aria-labelledby="members-documents">
      <img className={styles.light} src={ghostLight} alt="" width="1200" height="800" />
      <h2 className={styles.heading} id="members-documents">
        Members Documents
      </h2>
      {files.length === 0 ? (
        <EmptyState title="No documents yet">Documents for everyone to read will appear here.</EmptyState>
      ) : (
        <>
          <p className={styles.aside}>For everyone to read: no need to sign in.</p>
          <ul className={styles.files}>
            {files.map((file) => (
              <li key={file.id}>
                <a href={filePagePath(file)}>
                  <Icon of="file-text" className={styles.icon} />
                  <span>{removeExtension(file.name)}</span> <span className="meta">{file.kind}</span>
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
