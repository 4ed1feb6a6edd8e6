import { type ReactNode, useId, useState } from 'react';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { FieldError } from '#platform/web/ui/fields/field.tsx';
import { LibraryDialog } from './library-dialog.tsx';
import styles from './media-picker.module.css';

const kinds = {
  picture: { kind: 'image', title: 'Choose a picture' },
  film: { kind: 'video', title: 'Choose a video' },
  sound: { kind: 'audio', title: 'Choose a recording' },
} as const;

/**
 * A field for one item of the media, chosen or uploaded in place. `value` is the item's URL, "" for none; in old
 * archives the URL may be on another site. With a `name`, the picker is a field of the enclosing form. Screen readers
 * read the error with the picker's first button, which `data-wrong` marks.
 */
export function MediaPicker({
  kind,
  label,
  heading = false,
  hint,
  verb,
  preview,
  error,
  name,
  value,
  onChange,
  children,
}: {
  kind: keyof typeof kinds;
  label: string;
  /** True if the field's label is a heading of the page. */
  heading?: boolean;
  /** The button's label while nothing is chosen. */
  verb?: string;
  /** Replaces the preview, to match the place of use. */
  preview?: ReactNode;
  /** Other actions, next to the field's buttons. */
  children?: ReactNode;
  hint?: string;
  error?: string | undefined;
  name?: string;
  value: string;
  onChange: (address: string) => void;
}) {
  const [choosing, setChoosing] = useState(false);
  const { title } = kinds[kind];
  const Label = heading ? 'h2' : 'p';
  const ours = value.startsWith('/media/');
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't be in a row with its field
    <div role="group" className={styles.picker} aria-labelledby={`${id}-label`}>
      <Label className={heading ? styles.heading : styles.label} id={`${id}-label`}>
        {label}
      </Label>
      {preview}
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {name !== undefined && <input type="hidden" name={name} value={value} />}
      {kind === 'picture' && ours && !preview && (
        <img className={styles.picture} src={`${value}?lowres`} alt={`${label}: the current one`} />
      )}
      {kind === 'sound' && ours && (
        // biome-ignore lint/a11y/useMediaCaption: captions belong to the page that plays it to an audience
        <audio className={styles.sound} src={value} controls preload="none" aria-label={label} />
      )}
      {value !== '' && !preview && <p className={styles.value}>{ours ? nameIn(value) : value}</p>}
      <div className={styles.verbs}>
        <Button
          small
          look="line"
          aria-haspopup="dialog"
          aria-describedby={described || undefined}
          data-wrong={error ? true : undefined}
          onClick={() => setChoosing(true)}
        >
          {value === '' ? (verb ?? title) : 'Choose another'}
          <span className="vh">: {label}</span>
        </Button>
        {value !== '' && (
          <Button small look="quiet" onClick={() => onChange('')}>
            Remove
            <span className="vh">: {label}</span>
          </Button>
        )}
        {children}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {choosing && (
        <LibraryDialog
          title={`${title}: ${label}`}
          kind={kinds[kind].kind}
          onChoose={([item]) => item && onChange(item.src)}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  );
}

/** Returns the decoded file name at the end of one of our URLs, with spaces for underscores. */
function nameIn(address: string): string {
  const name = address.slice(address.lastIndexOf('/') + 1).replaceAll('_', ' ');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
