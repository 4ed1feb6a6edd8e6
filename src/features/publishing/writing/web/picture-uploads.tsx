import { useId, useLayoutEffect, useRef, useState } from 'react';
import { validateMediaFileSize } from '#features/publishing/media/limits.ts';
import { CallStatus, clearResponse, showResponse } from '#platform/web/alerts/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Checkbox } from '#platform/web/ui/fields/checkbox.tsx';
import { InputField } from '#platform/web/ui/fields/field.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { ChooseFilesButton } from '#platform/web/uploads/file-choosers.tsx';
import { formatUploadState, type QueuedUpload } from '#platform/web/uploads/upload-queue.ts';
import { useUploads } from '#platform/web/uploads/use-uploads.ts';
import { uploadTextPicture } from '../contract.ts';
import styles from './picture-uploads.module.css';

/**
 * Pictures for the text: chosen here, or dropped or pasted into the text. Each needs a description before it is
 * inserted, unless it is only decoration.
 */
export function PictureUploads({
  label,
  of: { pictures, at, add, change, leaveOut, put },
}: {
  /** The label of the text field that the pictures are for. */
  label: string;
  of: ReturnType<typeof usePictureUploads>;
}) {
  return (
    <section className={styles.pictures} aria-label={`Pictures: ${label}`}>
      <div className="row">
        <ChooseFilesButton accept="image/*" several onFiles={add}>
          <Icon of="image-plus" /> Add pictures
        </ChooseFilesButton>
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
  const isUploading = state !== 'held' && state !== 'failed';
  const row = useRef<HTMLLIElement>(null);
  const name = useId();
  // The focus moves to the question about the description: for the first picture, even if it was dropped into the text,
  // and for each picture with an error
  useLayoutEffect(() => {
    if (first || fault !== '') row.current?.querySelector('input')?.focus();
  }, [first, fault]);
  return (
    <li ref={row} aria-labelledby={name} aria-busy={isUploading || undefined}>
      <p id={name} className={styles.name}>
        {file.name || 'A pasted picture'}
      </p>
      <InputField
        label="What does the picture show?"
        hint="For people who can’t see it, and for when it doesn’t load."
        error={fault || undefined}
        value={decorates ? '' : alt}
        maxLength={300}
        disabled={decorates || isUploading}
        onChange={(event) => change({ alt: event.target.value })}
        onKeyDown={(event) => {
          // The field is inside the form with the text, which must not be submitted by Enter
          if (event.key !== 'Enter') return;
          event.preventDefault();
          put();
        }}
      />
      <Checkbox
        checked={decorates}
        disabled={isUploading}
        onChange={(event) => change({ decorates: event.target.checked })}
      >
        Decoration only
      </Checkbox>
      {isUploading ? (
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

/** The description of a picture before it is uploaded. */
interface Description {
  alt: string;
  /** True if the picture is only decoration, which needs no description. */
  decorates: boolean;
  /** True if somebody tried to insert the picture without a description. */
  missing: boolean;
}

/** A picture to insert into the text. */
interface PendingPicture extends Description {
  upload: QueuedUpload;
  /** The message about a missing description or a refused upload; "" if there is none. */
  fault: string;
}

const emptyDescription: Description = { alt: '', decorates: false, missing: false };

/**
 * Manages the pictures that were chosen, dropped or pasted, until each is in the text or removed. `insert` gets the
 * Markdown of each uploaded picture.
 */
export function usePictureUploads(insert: (markdown: string) => unknown) {
  const [descriptions, setDescriptions] = useState<Readonly<Record<number, Description>>>({});
  const at = useId();
  const { uploads, add, release, remove } = useUploads({
    call: uploadTextPicture,
    field: 'picture',
    held: true,
    validate: validateMediaFileSize,
    onDone: (answer) => {
      if (answer.code === 200) insert(answer.content);
      showResponse(at, answer);
    },
  });
  const change = (key: number, some: Partial<Description>) =>
    setDescriptions((all) => ({ ...all, [key]: { ...emptyDescription, ...all[key], missing: false, ...some } }));

  const pictures = uploads
    .filter(({ state }) => state !== 'done')
    .map((upload): PendingPicture => {
      const description = descriptions[upload.key] ?? emptyDescription;
      const fault = description.missing ? 'Describe what the picture shows, or tick “Decoration only”.' : upload.error;
      return { upload, ...description, fault };
    });

  function addToText({ upload: { key }, alt, decorates }: PendingPicture) {
    if (alt.trim() === '' && !decorates) return change(key, { missing: true });
    release(key, { alt: decorates ? '' : alt });
  }

  return {
    pictures,
    at,
    add: (files: readonly File[]) => {
      clearResponse(at);
      add(files);
    },
    change,
    leaveOut: remove,
    put: addToText,
  };
}
