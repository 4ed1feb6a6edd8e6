import { useId, useLayoutEffect, useRef } from 'react';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Checkbox } from '#platform/web/ui/fields/checkbox.tsx';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { ChooseFiles } from '#platform/web/uploads/choose-files.tsx';
import { formatUploadState } from '#platform/web/uploads/upload-queue.ts';
import styles from './picture-uploads.module.css';
import type { PendingPicture, usePictureUploads } from './use-picture-uploads.ts';

/**
 * Pictures for the text: chosen here, or dropped or pasted into the text. Each needs a description before it is
 * inserted, unless it is only decoration.
 */
export function PictureUploads({
  label,
  of: { pictures, at, add, change, leaveOut, put },
}: {
  /** The label of the text. */
  label: string;
  of: ReturnType<typeof usePictureUploads>;
}) {
  return (
    <section className={styles.pictures} aria-label={`Pictures: ${label}`}>
      <div className="row">
        <ChooseFiles accept="image/*" several onFiles={add}>
          <Icon of="image-plus" /> Add pictures
        </ChooseFiles>
        <span className="meta">Or drop or paste them into the text.</span>
        <CallStatus slot={at} />
      </div>
      {pictures.length > 0 && (
        <ul className={styles.coming} aria-label={`Pictures to add: ${label}`}>
          {pictures.map((picture, n) => (
            <PendingPictureRow
              key={picture.upload.key}
              picture={picture}
              first={n === 0}
              change={(some) => change(picture.upload.key, some)}
              put={() => put(picture)}
              leaveOut={() => leaveOut(picture.upload.key)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function PendingPictureRow({
  picture: { upload, alt, decorates, fault },
  first,
  change,
  put,
  leaveOut,
}: {
  picture: PendingPicture;
  first: boolean;
  change: (some: Partial<Pick<PendingPicture, 'alt' | 'decorates'>>) => void;
  put: () => void;
  leaveOut: () => void;
}) {
  const { file, state, mayRetry } = upload;
  const going = state !== 'held' && state !== 'failed';
  const row = useRef<HTMLLIElement>(null);
  const name = useId();
  // If the picture was dropped into the text, the focus moves here, to the question about its description
  useLayoutEffect(() => {
    if (first || fault !== '') row.current?.querySelector('input')?.focus();
  }, [first, fault]);
  return (
    <li ref={row} aria-labelledby={name} aria-busy={going || undefined}>
      <p id={name} className={styles.name}>
        {file.name || 'A pasted picture'}
      </p>
      <InputField
        label="What does it show?"
        hint="For people who can’t see it, and for when it doesn’t load."
        error={fault || undefined}
        value={decorates ? '' : alt}
        maxLength={300}
        disabled={decorates || going}
        onChange={(event) => change({ alt: event.target.value })}
        onKeyDown={(event) => {
          // The field is inside the form of the post, which must not be submitted by Enter
          if (event.key !== 'Enter') return;
          event.preventDefault();
          put();
        }}
      />
      <Checkbox checked={decorates} disabled={going} onChange={(event) => change({ decorates: event.target.checked })}>
        Decoration only
      </Checkbox>
      {going ? (
        <p className={styles.going}>
          <progress
            aria-label={file.name || 'A pasted picture'}
            max={1}
            {...(state === 'checking' ? {} : { value: upload.progress })}
          />
          <span className="meta">{formatUploadState(upload, 'Resizing…')}</span>
        </p>
      ) : (
        <p className="row">
          {(state === 'held' || mayRetry) && (
            <Button small onClick={put}>
              Add to the text<span className="vh">: {file.name}</span>
            </Button>
          )}
          <Button small look="quiet" onClick={leaveOut}>
            Remove<span className="vh">: {file.name}</span>
          </Button>
        </p>
      )}
    </li>
  );
}
