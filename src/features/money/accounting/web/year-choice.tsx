import type { ReactNode } from 'react';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Field, Select } from '#platform/web/ui/fields/field.tsx';
import type { Accounting } from '../contract.ts';
import styles from './accounting.module.css';

/** Chooses the year that the page at `path` shows; `children` stand next to it. */
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
            {/* A year before all entries is available by its URL alone */}
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
