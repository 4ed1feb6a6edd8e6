import { useState } from 'react';
import { TheirVersion } from '#platform/web/conflict/TheirVersion.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { differences, type ShowPart, together, type VersionChoice } from '../../merge-drafts.ts';
import type { Draft } from '../../show-draft.ts';
import styles from './EditShow.module.css';

const names: Record<ShowPart, string> = {
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
  poster_number: 'Poster from its title',
  roles: 'Cast and crew',
};

/** Two people have saved the same show: both versions side by side, and the choice between them. */
export function ShowConflict({
  base,
  mine,
  theirs,
  by,
  at,
  onTake,
  onMerge,
}: {
  base: Draft;
  mine: Draft;
  theirs: Draft;
  /** Who that was; "" where that isn't known. */
  by: string;
  /** Where the refusal is written. */
  at: string;
  onTake: () => void;
  onMerge: (draft: Draft) => void;
}) {
  const [choices, setChoices] = useState<Partial<Record<ShowPart, VersionChoice>>>({});
  const who = by || 'Someone else';
  const all = differences(base, mine, theirs);
  const clashes = all.filter(({ clash }) => clash);
  const others = all.filter(({ clash }) => !clash).map(({ part }) => names[part]);
  return (
    <TheirVersion by={by} heading={`${who} has saved this show`} focused at={at} onTake={onTake}>
      <p>
        Nothing of yours is lost.{' '}
        {clashes.length === 0
          ? 'You changed different things, so both can be kept.'
          : 'Choose what to keep where you both changed the same, then save again.'}
        {others.length > 0 && ` Kept from ${who}: ${others.join(', ')}.`}
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
                {choice === 'mine' ? 'Yours' : `Saved by ${who}`}
              </span>
              <span className={styles.version}>{(choice === 'mine' ? my : their) || '(empty)'}</span>
            </label>
          ))}
        </fieldset>
      ))}
      <Button onClick={() => onMerge(together(base, mine, theirs, choices))}>Put together and save</Button>
    </TheirVersion>
  );
}
