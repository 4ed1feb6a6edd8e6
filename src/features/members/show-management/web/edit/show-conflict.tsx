import { TheirVersion } from '#platform/web/conflict/their-version.tsx';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { diffDrafts, formatPart, type ShowPart } from '../../merge-drafts.ts';
import type { ShowDraft } from '../../show-draft.ts';
import styles from './edit-show.module.css';
import type { ShowEditor } from './use-show-editor.ts';

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
  cancelled: 'Cancelled',
  poster_number: 'Generated poster',
  roles: 'Cast and crew',
};

/** Two people have saved the same show: both versions side by side, and the choice between them. */
export function ShowConflict({
  base,
  mine,
  theirs,
  by,
  choices,
  choose,
  at,
  onTake,
  onMerge,
}: NonNullable<ShowEditor['conflict']> & {
  mine: ShowDraft;
  /** The slot of the refusal. */
  at: string;
  onTake: () => void;
  onMerge: () => void;
}) {
  const who = by || 'Someone else';
  const all = diffDrafts(base, mine, theirs);
  const clashes = all.filter(({ clash }) => clash);
  const kept = all.filter(({ part, mine: my }) => my === formatPart(base, part)).map(({ part }) => names[part]);
  return (
    <TheirVersion by={by} heading={`${who} has saved changes to this show`} focused at={at} onAccept={onTake}>
      <p>
        None of your changes are lost.{' '}
        {clashes.length === 0
          ? 'You changed different things, so we can save both.'
          : 'Where you both changed the same thing, choose which version to save, then save again.'}
        {kept.length > 0 && ` Kept from ${who}: ${kept.join(', ')}.`}
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
                  onChange={() => choose(part, choice)}
                />{' '}
                {choice === 'mine' ? 'Yours' : `Saved by ${who}`}
              </span>
              <span className={styles.version}>{(choice === 'mine' ? my : their) || '(empty)'}</span>
            </label>
          ))}
        </fieldset>
      ))}
      <Button onClick={onMerge}>Merge and save</Button>
    </TheirVersion>
  );
}
