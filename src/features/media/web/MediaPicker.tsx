import { useState } from 'react';
import { Button } from '../../../platform/web/ui/Button.tsx';
import type { MediaItem } from '../contract.ts';
import { LibraryDialog } from './LibraryDialog.tsx';
import styles from './MediaPicker.module.css';

const kinds = {
  picture: { kind: 'image', title: 'Choose a picture', verb: 'Choose a picture' },
  film: { kind: 'video', title: 'Choose a film', verb: 'Choose a film' },
  sound: { kind: 'audio', title: 'Choose a recording', verb: 'Choose a recording' },
} as const;

/**
 * One thing from the media, chosen or uploaded in place. `value` is its address, "" for none, and may as well be an
 * address elsewhere, as old archives have them. `label` says what it is for.
 */
export function MediaPicker({
  kind,
  label,
  value,
  onChange,
}: {
  kind: keyof typeof kinds;
  label: string;
  value: string;
  /** With the item, unless nothing is chosen. */
  onChange: (address: string, item?: MediaItem) => void;
}) {
  const [choosing, setChoosing] = useState(false);
  const { title, verb } = kinds[kind];
  const ours = value.startsWith('/media/');
  return (
    <div className={styles.picker}>
      <p className={styles.label}>{label}</p>
      {kind === 'picture' && ours && <img className={styles.picture} src={`${value}?lowres`} alt={`${label}: now`} />}
      {kind === 'sound' && ours && (
        // biome-ignore lint/a11y/useMediaCaption: whoever chooses it can hear it; captions belong to where it is played
        <audio className={styles.sound} src={value} controls preload="none" aria-label={label} />
      )}
      {value !== '' && <p className={styles.value}>{ours ? nameIn(value) : value}</p>}
      <div className={styles.verbs}>
        <Button small look="line" onClick={() => setChoosing(true)} aria-haspopup="dialog">
          {value === '' ? verb : 'Choose another'}
          <span className="vh">: {label}</span>
        </Button>
        {value !== '' && (
          <Button small look="quiet" onClick={() => onChange('')}>
            Remove
            <span className="vh">: {label}</span>
          </Button>
        )}
      </div>
      {choosing && (
        <LibraryDialog
          title={`${title}: ${label}`}
          kind={kinds[kind].kind}
          onChoose={([item]) => item && onChange(item.src, item)}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  );
}

/** The name that an address of ours carries, as a person wrote it. */
function nameIn(address: string): string {
  const name = address.slice(address.lastIndexOf('/') + 1).replaceAll('_', ' ');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
