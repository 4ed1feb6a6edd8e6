import { formatDateTime } from '#platform/shared/dates/dates.ts';
import { Checkbox } from '#platform/web/ui/fields/checkbox.tsx';
import { InputField } from '#platform/web/ui/fields/field.tsx';
import styles from './waiting-list.module.css';

interface Choice {
  id: string;
  starts_at: string;
  left: number;
}

/** Checkboxes for the dates that would suit a party. */
export const PartyDateFields = ({
  choices,
  isTicked,
  error,
}: {
  choices: readonly Choice[];
  isTicked: (performance: string) => boolean;
  error: string | undefined;
}) => (
  <fieldset className={styles.dates} aria-describedby={error ? 'wrong-dates' : undefined}>
    <legend>Which dates could you come on?</legend>
    {choices.map(({ id, starts_at, left }) => (
      <Checkbox key={id} name={`date_${id}`} value="1" defaultChecked={isTicked(id)}>
        <time dateTime={starts_at}>{formatDateTime(starts_at)}</time>
        {left > 0 && (
          <>
            {' '}
            <span className={`meta ${styles.left}`}>({left === 1 ? 'one place' : `${left} places`} left)</span>
          </>
        )}
      </Checkbox>
    ))}
    {error && (
      <p id="wrong-dates" className={styles.wrong}>
        {error}
      </p>
    )}
  </fieldset>
);

/** The field for the number of people in a party. */
export const PartySizeField = ({
  most,
  size,
  error,
}: {
  most: number;
  size: string | undefined;
  error: string | undefined;
}) => (
  <InputField
    label="How many of you are there?"
    name="size"
    hint={`Up to ${most}. We’ll only offer you places for all of you.`}
    inputMode="numeric"
    autoComplete="off"
    maxLength={4}
    defaultValue={size}
    error={error}
    required
  />
);
