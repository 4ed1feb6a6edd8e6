import { type CreditStyle, formatCreditName } from '../credit-name.ts';
import styles from './people-page.module.css';

const named: Record<CreditStyle, string> = {
  as_printed: 'As printed',
  new_as_old: 'New name (as old name)',
  new_only: 'New name only',
};

/** A field to choose how credits show a changed name. Each option has an example. */
export function CreditStyleField({ name, old, chosen }: { name: string; old: string; chosen: CreditStyle }) {
  return (
    <fieldset className={styles.choices} key={chosen}>
      <legend className="vh">How credits show the name</legend>
      {(['as_printed', 'new_as_old', 'new_only'] as const).map((style) => (
        <label key={style}>
          <input type="radio" name="credit_style" value={style} defaultChecked={chosen === style} />
          <span>
            {named[style]} <span className="meta">{formatCreditName(name, old, style)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
