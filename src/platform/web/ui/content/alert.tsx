import type { ReactNode } from 'react';
import { Icon } from '../icons/icon.tsx';
import styles from './alert.module.css';

const signs = { ok: 'circle-check', bad: 'circle-alert' } as const;

export type AlertTone = keyof typeof signs;

/** A message with an icon, a bold first line and a sentence. The container decides how the message is announced. */
export function Alert({
  tone,
  title,
  children,
  className,
}: {
  tone: AlertTone;
  title: string;
  children?: ReactNode;
  className?: string | undefined;
}) {
  return (
    <div className={[styles.alert, styles[tone], className].filter(Boolean).join(' ')}>
      <Icon of={signs[tone]} className={styles.sign} />
      <div className={styles.text}>
        <strong>{title}</strong>
        {children}
      </div>
    </div>
  );
}
