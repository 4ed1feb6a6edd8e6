import { resolveRun } from '#features/archive/shows/resolve-run.ts';
import { formatRunDates } from '#platform/shared/dates.ts';
import { InputField } from '#platform/web/ui/input-field.tsx';
import type { ShowDraft } from '../../show-draft.ts';
import styles from './edit-show.module.css';

type Texts = ShowDraft['texts'];

/** The dates of the show: as much of each as is known, and how the site reads it. */
export function DateFields({
  texts,
  errors,
  onChange,
}: {
  texts: Texts;
  errors: Record<string, string>;
  onChange: (field: 'date' | 'first_date', value: string) => void;
}) {
  const run = resolveRun(undefined, { date: texts.date, first_date: texts.first_date });
  const read =
    texts.date.trim() === ''
      ? ''
      : 'fault' in run
        ? `${run.fault}.`
        : `We read this as ${formatRunDates(run.first, run.last)}.`;
  return (
    <div className={styles.full}>
      <div className={styles.grid}>
        <InputField
          label="First performance"
          hint="Leave empty if there was only one."
          error={errors.first_date}
          maxLength={60}
          autoComplete="off"
          value={texts.first_date}
          onChange={({ target }) => onChange('first_date', target.value)}
        />
        <InputField
          label="Last performance"
          hint="A day, a month or just a year, for example 17 April 2027."
          error={errors.date}
          maxLength={60}
          autoComplete="off"
          required
          value={texts.date}
          onChange={({ target }) => onChange('date', target.value)}
        />
      </div>
      <p className="meta" role="status">
        {read}
      </p>
    </div>
  );
}
