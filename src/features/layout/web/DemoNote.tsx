import styles from './DemoNote.module.css';

/** Above every page of a demo that strangers may see: what happens to what they write, and how they get in. */
export function DemoNote({ path }: { path: string }) {
  return (
    <aside className={styles.note} aria-label="About this demo">
      <p className="wrap">
        <strong>This is a demo.</strong> Everybody can see what you write here, and each night it begins anew. It sends
        no mail, takes no files, and no money moves.{' '}
        {path === '/members' ? (
          <>
            Sign in as <code>admin@demo.example</code> with <code>curtain-up-2026</code>.
          </>
        ) : null}
      </p>
    </aside>
  );
}
