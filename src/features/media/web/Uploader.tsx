import { type DragEvent, useId, useState } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import { FileInput } from '#platform/web/ui/FileInput.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import type { MediaItem } from '../contract.ts';
import { limitInWords, uploadLimits } from '../limits.ts';
import { queueInWords, stateInWords } from '../upload-queue.ts';
import styles from './Uploader.module.css';
import { useSending } from './useSending.ts';

const accepted = {
  any: 'image/*,video/mp4,video/webm,audio/*',
  image: 'image/*',
  video: 'video/mp4,video/webm',
  audio: 'audio/*',
};

const picture = limitInWords(uploadLimits.picture);
const film = limitInWords(uploadLimits.file);
const largest = {
  any: `Pictures up to ${picture}, films and sounds up to ${film}. Of pictures we keep 2048 pixels: keep your originals.`,
  image: `Pictures up to ${picture}; we keep 2048 pixels of them, so keep your originals.`,
  video: `Films up to ${film}.`,
  audio: `Recordings up to ${film}.`,
};

/** Takes files by choosing or dropping, any number of them, and shows the progress of each. */
export function Uploader({
  label,
  kind = 'any',
  several = true,
  fields,
  onDone,
  onEnd,
}: {
  label: string;
  kind?: keyof typeof accepted;
  several?: boolean;
  fields?: Readonly<Record<string, string>>;
  onDone?: (item: MediaItem) => void;
  onEnd?: () => void;
}) {
  const id = useId();
  const [over, setOver] = useState(false);
  const { queue, add, again, forget } = useSending({
    ...(fields ? { fields } : {}),
    ...(onDone ? { onDone } : {}),
    ...(onEnd ? { onEnd } : {}),
  });
  const take = (files: FileList | null) => add(Array.from(files ?? []).slice(0, several ? undefined : 1));
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  const unfinished = queue.filter(({ state }) => state !== 'done');
  return (
    <div className={styles.uploader}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut beside the button that chooses files */}
      <div
        className={over ? `${styles.drop} ${styles.over}` : styles.drop}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Icon of="upload" className={styles.sign} />
        <div>
          <label htmlFor={id} className={styles.label}>
            {label}
          </label>
          <p className="meta">
            {several ? 'Choose as many as you like, or drop them here.' : 'Choose a file, or drop it here.'}{' '}
            {largest[kind]}
          </p>
        </div>
        <FileInput
          id={id}
          className={styles.input}
          name="fileElem"
          accept={accepted[kind]}
          multiple={several}
          onChange={(event) => {
            take(event.target.files);
            event.target.value = '';
          }}
        />
      </div>
      <p role="status" className={styles.status}>
        {queueInWords(queue)}
      </p>
      {unfinished.length > 0 && (
        <ul className={styles.queue} aria-label="On their way">
          {unfinished.map((one) => (
            <li key={one.key} className={one.state === 'failed' ? styles.failed : undefined}>
              <span className={styles.name}>{one.name}</span>
              <span className={styles.state}>{stateInWords(one)}</span>
              {one.state === 'failed' ? (
                <span className={styles.verbs}>
                  <Button small look="line" onClick={() => again(one.key)}>
                    Try again
                    <span className="vh">: {one.name}</span>
                  </Button>
                  <Button small look="quiet" onClick={() => forget(one.key)}>
                    Put aside
                    <span className="vh">: {one.name}</span>
                  </Button>
                </span>
              ) : (
                <progress aria-label={one.name} max={1} {...(one.state === 'making' ? {} : { value: one.sent })} />
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
