import type { ContactView } from '../contract.ts';
import styles from './contact-views.module.css';

/** For the Emergency Contact section of a member's settings: who saw theirs, and when. */
export function ContactViews({ looks }: { looks: readonly ContactView[] }) {
  return (
    <section className={styles.looks} aria-labelledby="who-saw-mine">
      <h3 id="who-saw-mine">Who has seen this</h3>
      {looks.length === 0 ? (
        <p className="muted">Nobody has looked at your emergency contact yet.</p>
      ) : (
        <ul>
          {looks.map(({ id, who, when, show }) => (
            <li key={id}>
              <strong>{who}</strong>
              <span className="meta">
                {when}, for {show}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
