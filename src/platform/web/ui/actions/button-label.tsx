import { Icon, type IconName } from '../icons/icon.tsx';
import styles from './button-label.module.css';

/**
 * A button's label, with the icon `sign` before it. The label changes while the button is busy; space for the longer
 * label is reserved, so that the width stays the same.
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
