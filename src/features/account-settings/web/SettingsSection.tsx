import type { ReactNode } from 'react';
import styles from './SettingsSection.module.css';

/** One section of the account settings: what it is about on one side, its form on the other. */
export function SettingsSection({
  id,
  title,
  lead,
  children,
}: {
  id: string;
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={styles.section} id={id} aria-labelledby={`${id}-title`}>
      <div className={styles.about}>
        <h2 id={`${id}-title`}>{title}</h2>
        {lead && <p>{lead}</p>}
      </div>
      <div className={styles.work}>{children}</div>
    </section>
  );
}
