import { type ReactNode, useId } from 'react';
import styles from './form-section.module.css';

/** One section of a settings page: its name and purpose, next to its form if there is room. */
export function FormSection({
  id: named,
  title,
  about,
  children,
}: {
  /** The section's id, to which `JumpLinks` lead. */
  id?: string;
  title: string;
  about?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section id={named} className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {about && <p>{about}</p>}
      </div>
      <div className={styles.form}>{children}</div>
    </section>
  );
}
