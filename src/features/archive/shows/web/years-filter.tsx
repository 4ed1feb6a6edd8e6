import { useState } from 'react';
import { Input } from '#platform/web/ui/field.tsx';
import styles from './show-list-controls.module.css';
import type { ShowListState } from './use-show-list.ts';

/** The years to show, limited by the earliest and the latest show. */
export function YearsFilter({ list: { choices, options, dispatch } }: { list: ShowListState }) {
  const { from, to } = choices;
  const { earliestYear, latestYear } = options;
  if (earliestYear === latestYear) return null;
  const limits = { earliestYear, latestYear };
  return (
    <fieldset className={styles.years}>
      <legend>Years</legend>
      <div>
        <Year
          name="from"
          label="From year"
          year={from}
          usual={earliestYear}
          {...limits}
          choose={(year) => dispatch({ do: 'years', from: year, to })}
        />
        <span>to</span>
        <Year
          name="to"
          label="To year"
          year={to}
          usual={latestYear}
          {...limits}
          choose={(year) => dispatch({ do: 'years', from, to: year })}
        />
      </div>
    </fieldset>
  );
}

interface YearProps {
  name: 'from' | 'to';
  label: string;
  year: number | null;
  /** The year that an open end means. */
  usual: number;
  earliestYear: number;
  latestYear: number;
  choose: (year: number | null) => void;
}

/** A year counts once it is complete; "19" on the way to 1987 chooses nothing. */
function Year({ name, label, year, usual, earliestYear, latestYear, choose }: YearProps) {
  const [typed, setTyped] = useState<string | null>(null);
  // Reversed years are swapped once both are entered; this field then shows its new value
  const [before, setBefore] = useState(year);
  if (before !== year) {
    setBefore(year);
    if (typed !== `${year ?? ''}`) setTyped(null);
  }
  const take = (text: string) => {
    const number = Number(text);
    const chosen = text === '' ? null : Math.min(Math.max(number, earliestYear), latestYear);
    if (chosen !== year) choose(chosen);
  };
  return (
    <Input
      type="number"
      inputMode="numeric"
      name={name}
      aria-label={label}
      placeholder={`${usual}`}
      min={earliestYear}
      max={latestYear}
      value={typed ?? year ?? ''}
      onChange={({ target }) => {
        setTyped(target.value);
        const number = Number(target.value);
        const whole = target.value === '' || (number >= earliestYear && number <= latestYear);
        if (whole) take(target.value);
      }}
      onBlur={() => {
        setTyped(null);
        if (typed !== null) take(typed);
      }}
    />
  );
}
