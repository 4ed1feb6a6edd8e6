import { formatFileSize } from '#platform/shared/file-size.ts';
import { FileDrop } from '#platform/web/uploads/file-drop.tsx';
import { formatUploadSummary } from '#platform/web/uploads/upload-queue.ts';
import { UploadRows } from '#platform/web/uploads/upload-rows.tsx';
import { useUploads } from '#platform/web/uploads/use-uploads.ts';
import { type MediaItem, uploadMedia } from '../contract.ts';
import { mediaLimits, validateMediaFile, validateMediaKind } from '../limits.ts';
import styles from './uploader.module.css';

const accepted = {
  any: 'image/*,video/mp4,video/webm,audio/*',
  image: 'image/*',
  video: 'video/mp4,video/webm',
  audio: 'audio/*',
};

const picture = formatFileSize(mediaLimits.picture);
const film = formatFileSize(mediaLimits.file);
/** Hints about the files that may be uploaded, for each kind of media. */
export const uploadHints = {
  any: `Pictures up to ${picture}; videos and recordings up to ${film}. We store pictures at 2048 pixels, so keep your originals.`,
  image: `Pictures up to ${picture}. We store them at 2048 pixels, so keep your originals.`,
  video: `Videos up to ${film}.`,
  audio: `Recordings up to ${film}.`,
};

/** Uploads files into the media: any number, or a single one. Shows the progress of each. */
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
  onDone?: (item: MediaItem) => void;
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
    validate: (file) => (!several && kind !== 'any' && validateMediaKind(kind, file)) || validateMediaFile(file),
    onDone: (answer) => {
      const [item] = answer.code === 200 ? answer.items : [];
      if (item) onDone?.(item);
    },
    onEnd,
  });
  return (
    <div className={styles.uploader}>
      <FileDrop label={label} hint={uploadHints[kind]} accept={accepted[kind]} several={several} onFiles={files.add} />
      <p role="status" className={styles.status}>
        {formatUploadSummary(files.uploads)}
      </p>
      <UploadRows of={files} checking="Resizing…" />
    </div>
  );
}
