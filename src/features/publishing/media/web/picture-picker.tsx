import { useId, useState } from 'react';
import { fold } from '#platform/shared/text/text.ts';
import { RetryingImage } from '#platform/web/gallery/retrying-image.tsx';
import { FieldError, SearchInput } from '#platform/web/ui/fields/field.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import styles from './picture-picker.module.css';

export interface PictureChoice {
  id: string;
  name: string;
  about: string;
  /** "" shows an icon instead. */
  thumbnail: string;
}

/** The maximum number of options shown, besides the chosen one. A search finds the rest. */
const MOST = 60;

/**
 * A field to choose one option of a long list, each with a picture. Typing filters the list; a click or the arrow keys
 * choose.
 */
export function PicturePicker({
  legend,
  name,
  choices,
  value,
  onChange,
  error,
}: {
  legend: string;
  name: string;
  choices: readonly PictureChoice[];
  value: string;
  onChange: (id: string) => void;
  error?: string | undefined;
}) {
  const [typed, setTyped] = useState('');
  const id = useId();
  const words = fold(typed).split(' ').filter(Boolean);
  const found = choices.filter((choice) => {
    const text = fold(`${choice.name} ${choice.about}`);
    return words.every((word) => text.includes(word));
  });
  // The form would send nothing if the chosen option weren't in the list
  const chosen = choices.filter((choice) => choice.id === value && !found.slice(0, MOST).includes(choice));
  const shown = [...chosen, ...found.slice(0, MOST)];
  return (
    <fieldset className={styles.picker} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={styles.legend}>{legend}</legend>
      <label className="vh" htmlFor={id}>
        Find in this list: {legend}
      </label>
      <SearchInput
        id={id}
        placeholder={`Find ${legend === 'Album' ? 'an album' : 'a show'}`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        // Enter must not submit the form; the list is already filtered while typing
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <div className={styles.list}>
        {shown.map((choice) => (
          <label key={choice.id} className={styles.choice}>
            <input
              type="radio"
              name={name}
              value={choice.id}
              checked={choice.id === value}
              required
              onChange={() => onChange(choice.id)}
            />
            <span className={styles.picture}>
              {choice.thumbnail === '' ? (
                <Icon of="image" />
              ) : (
                <RetryingImage src={choice.thumbnail} alt="" loading="lazy" decoding="async" />
              )}
            </span>
            <span>
              <span className={styles.name}>{choice.name}</span>
              <span className={styles.about}>{choice.about}</span>
            </span>
          </label>
        ))}
        {found.length === 0 && <p className={styles.none}>Nothing matches.</p>}
        {found.length > MOST && (
          <p className={styles.none}>and {(found.length - MOST).toLocaleString('en-GB')} more. Type to find them.</p>
        )}
      </div>
    </fieldset>
  );
}
