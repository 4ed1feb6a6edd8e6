import type { ReactNode } from 'react';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Field, Select } from '#platform/web/ui/fields/field.tsx';
import type { Accounting } from '../contract.ts';
import styles from './accounting.module.css';

const environmentTexts = {
  practice: 'These are the demo’s accounts. No money moves, and none of it counts once you leave the demo.',
  sandbox:
    'These are test accounts. Square’s sandbox is in use, so nothing here counts towards the society’s own accounts. Don’t enter real cash.',
} as const;

/** A notice on sites where cards are charged without real money. */
export const EnvironmentNotice = ({ environment }: Pick<Accounting, 'environment'>) =>
  environment === 'production' ? null : <p className="meta">{environmentTexts[environment]}</p>;

/** A form to choose the financial year of the page at `path`, followed by `children`. */
export function YearChoice({
  path,
  page: { year, year_name, years },
  children,
}: {
  path: string;
  page: Pick<Accounting, 'year' | 'year_name' | 'years'>;
  children?: ReactNode;
}) {
  return (
    <form className={styles.choice} method="get" action={path} key={year}>
      <Field label="Year">
        {(control) => (
          <Select {...control} name="startyear" defaultValue={year}>
            {/* The year in the URL, if it isn't in the list */}
            {!years.some(({ start }) => start === year) && <option value={year}>{year_name}</option>}
            {years.map(({ start, name }) => (
              <option key={start} value={start}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="row">
        <Button type="submit" look="line">
          Show
        </Button>
        {children}
      </div>
    </form>
  );
}
