import { type ReactNode, useId } from 'react';
import { FieldError } from './field.tsx';
import styles from './radio-group.module.css';

/**
 * A question with a radio button for each answer, one below the other. After a refusal, the error is shown below them,
 * and the first button gets the focus.
 */
export function RadioGroup<Value extends string>({
  legend,
  name,
  choices,
  value,
  error,
  isLegendHidden,
  required,
  isDisabled,
  onChoose,
  children,
}: {
  legend: string;
  name: string;
  /** The values with their labels. */
  choices: readonly (readonly [Value, ReactNode])[];
  /** The chosen value, if there is one. Without `onChoose`, it is only chosen at first. */
  value?: Value | undefined;
  error?: string | undefined;
  /** True if only screen readers get the legend, because a heading says the same. */
  isLegendHidden?: boolean;
  required?: boolean;
  isDisabled?: (value: Value) => boolean;
  onChoose?: (value: Value) => void;
  /** A note below the answers. */
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <fieldset className={styles.group} aria-describedby={error && id}>
      <legend className={isLegendHidden ? 'vh' : undefined}>{legend}</legend>
      {choices.map(([choice, label], index) => (
        <label key={choice}>
          <input
            type="radio"
            name={name}
            value={choice}
            disabled={isDisabled?.(choice)}
            required={required}
            data-wrong={(error && index === 0) || undefined}
            {...(onChoose
              ? { checked: choice === value, onChange: () => onChoose(choice) }
              : { defaultChecked: choice === value })}
          />
          {label}
        </label>
      ))}
      {error && <FieldError id={id}>{error}</FieldError>}
      {children}
    </fieldset>
  );
}
