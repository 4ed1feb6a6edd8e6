import { useState } from 'react';
import type { CallBodyInput, CallSchemas, ResolvedCall, ResponseForSchemas } from '#platform/shared/calls/calls.ts';
import { formatFileSize } from '#platform/shared/file-size.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { sendCall } from '#platform/web/calls/send-call.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { RetryingImage } from '#platform/web/gallery/retrying-image.tsx';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { FileDropZone } from '#platform/web/uploads/file-choosers.tsx';
import { formatUploadSummary } from '#platform/web/uploads/upload-queue.ts';
import { UploadRows } from '#platform/web/uploads/upload-rows.tsx';
import { useUploads } from '#platform/web/uploads/use-uploads.ts';
import { type MediaLibraryItem, uploadMedia } from '../contract.ts';
import { maxMediaBytes, validateMediaFileSize, validateMediaKind } from '../limits.ts';
import styles from './media-parts.module.css';

/** The message about the last action, and a button to undo it. */
export function UndoMessage({ calls: { busy, at, undo } }: { calls: ReturnType<typeof useUndoableCalls> }) {
  return (
    <CallStatus slot={at}>
      {undo && (
        <Button small look="line" pending={busy} onClick={() => undo()}>
          Undo
        </Button>
      )}
    </CallStatus>
  );
}

/** Calls media actions from buttons, and stores how to undo the last one, for `UndoMessage`. */
export function useUndoableCalls() {
  const { busy, slot: at, sendVia: send } = useCall();
  const [undo, setUndo] = useState<(() => void) | null>(null);
  async function run<const Path extends string, Schemas extends CallSchemas>(
    call: ResolvedCall<Path, Schemas>,
    body: CallBodyInput<Schemas>,
    back: (() => void) | null = null,
  ): Promise<ResponseForSchemas<Schemas>> {
    return send(call, () => sendCall(call, body), {
      onAnswer: ({ code }) => setUndo(() => (code === 200 ? back : null)),
    });
  }
  return { run, busy: busy !== '', at, undo };
}

/**
 * The thumbnail of an item in a list, or an icon for its kind; the frame has the same shape for all items. It has no
 * alternative text, because the item's name is next to it.
 */
export function Thumbnail({ item }: { item: Pick<MediaLibraryItem, 'kind' | 'thumbnail'> }) {
  return (
    <span className={styles.frame}>
      {item.thumbnail === '' ? (
        <Icon of={item.kind === 'video' ? 'film' : 'music'} className={styles.sign} />
      ) : (
        <RetryingImage src={item.thumbnail} alt="" loading="lazy" decoding="async" />
      )}
    </span>
  );
}

/**
 * The number of characters at the end of a file name that stay visible. The names of a show's files often differ only
 * there, in a number or the extension.
 */
const visibleEndLength = 10;

/**
 * A file's name on one line: if it is too long, its middle is hidden. Screen readers and search have the whole name.
 */
export const TruncatedFileName = ({ of: name }: { of: string }) => (
  <span className={styles.name} title={name}>
    <span className="vh">{name}</span>
    <span
      className={styles.drawn}
      aria-hidden
      data-begins={name.slice(0, -visibleEndLength)}
      data-ends={name.slice(-visibleEndLength)}
    />
  </span>
);

const accepted = {
  any: 'image/*,video/mp4,video/webm,audio/*',
  image: 'image/*',
  video: 'video/mp4,video/webm',
  audio: 'audio/*',
};

const picture = formatFileSize(maxMediaBytes.picture);
const otherFile = formatFileSize(maxMediaBytes.file);
/** Hints about the files that may be uploaded, for each kind of media. */
export const uploadHints = {
  any: `Pictures up to ${picture}; videos and recordings up to ${otherFile}. We store pictures no larger than 2048 pixels, so keep your originals.`,
  image: `Pictures up to ${picture}. We store them no larger than 2048 pixels, so keep your originals.`,
  video: `Videos up to ${otherFile}.`,
  audio: `Recordings up to ${otherFile}.`,
};

/** Uploads files to the media library: any number, or a single one. Shows the progress of each. */
export function MediaUploader({
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
  onDone?: (item: MediaLibraryItem) => void;
  onEnd?: () => void;
}) {
  const files = useUploads({
    call: uploadMedia,
    field: 'fileElem',
    fields,
    resumable: several,
    // One file is sent while the server processes another
    atOnce: 2,
    // A single upload is chosen immediately, so it must be of the requested kind
    validate: (file) => (!several && kind !== 'any' && validateMediaKind(kind, file)) || validateMediaFileSize(file),
    onDone: (answer) => {
      const [item] = answer.code === 200 ? answer.items : [];
      if (item) onDone?.(item);
    },
    onEnd,
  });
  return (
    <div className={styles.uploader}>
      <FileDropZone
        label={label}
        hint={uploadHints[kind]}
        accept={accepted[kind]}
        several={several}
        onFiles={files.add}
      />
      <p role="status" className={styles.status}>
        {formatUploadSummary(files.uploads)}
      </p>
      <UploadRows of={files} checking="Resizing…" />
    </div>
  );
}
