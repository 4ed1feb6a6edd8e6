import type { Site } from '#platform/shared/pages.ts';
import styles from './demo-note.module.css';

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
