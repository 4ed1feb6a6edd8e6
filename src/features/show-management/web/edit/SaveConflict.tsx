import { useEffect, useRef, useState } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import { type Choice, differences, type Part, together } from '../../merge-drafts.ts';
import type { Draft } from '../../show-draft.ts';
import styles from './EditShow.module.css';

const names: Record<Part, string> = {
  title: 'Title',
  subtitle: 'Subtitle',
  author: 'Author',
  venue: 'Venue',
  company: 'Company',
  season: 'Season',
  genre: 'Genre',
  show_type: 'Show type',
  programme: 'Programme cover',
  banner: 'Banner',
  noda_review: 'External review',
  radio_audio: 'Radio interview',
  text_blob: 'Description',
  date: 'Last performance',
  first_date: 'First performance',
  cancelled: 'It was cancelled',
  roles: 'Cast and crew',
};

/** Two people saved the same show: what each has, side by side, and a choice between them. */
export function SaveConflict({
  base,
  mine,
  theirs,
  by,
  onTake,
}: {
  base: Draft;
  mine: Draft;
  theirs: Draft;
  /** Who the other was. */
  by: string;
  onTake: (draft: Draft) => void;
}) {
  const [choices, setChoices] = useState<Partial<Record<Part, Choice>>>({});
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const all = differences(base, mine, theirs);
  const clashes = all.filter(({ clash }) => clash);
  const others = all.filter(({ clash }) => !clash).map(({ part }) => names[part]);
  return (
    <section className={styles.overtaken} aria-labelledby="overtaken">
      <h2 id="overtaken" ref={heading} tabIndex={-1}>
        {by} has saved this show
      </h2>
      <p>
        Nothing of yours is lost.{' '}
        {clashes.length === 0
          ? 'You changed different things, so both can be kept.'
          : 'Choose what to keep where you both changed the same, then save again.'}
        {others.length > 0 && ` Kept from ${by}: ${others.join(', ')}.`}
      </p>
      {clashes.map(({ part, mine: my, theirs: their }) => (
        <fieldset key={part} className={styles.clash}>
          <legend>{names[part]}</legend>
          {(['mine', 'theirs'] as const).map((choice) => (
            <label key={choice} className={styles.choice}>
              <span>
                <input
                  type="radio"
                  name={`keep-${part}`}
                  checked={(choices[part] ?? 'mine') === choice}
                  onChange={() => setChoices({ ...choices, [part]: choice })}
                />{' '}
                {choice === 'mine' ? 'Yours' : `Saved by ${by}`}
              </span>
              <span className={styles.version}>{(choice === 'mine' ? my : their) || '(empty)'}</span>
            </label>
          ))}
        </fieldset>
      ))}
      <Button onClick={() => onTake(together(base, mine, theirs, choices))}>Put together and save</Button>
    </section>
  );
}
