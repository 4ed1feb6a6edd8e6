import styles from './button-label.module.css';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';

/**
 * A button's words, which change while it is busy, with a sign before them. The longer ones have their room from the
 * start: it stays as wide.
 */
export function ButtonLabel({
  label,
  busyLabel,
  busy,
  sign,
}: {
  label: string;
  busyLabel: string;
  busy: boolean;
  sign?: IconName;
}) {
  const [said, unsaid] = busy ? [busyLabel, label] : [label, busyLabel];
  return (
    <span className={styles.text} data-unsaid={unsaid}>
      {sign ? (
        <span className={styles.signed}>
          <Icon of={sign} /> {said}
        </span>
      ) : (
        said
      )}
    </span>
  );
}
