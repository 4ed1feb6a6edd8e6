import type { ZodType } from 'zod';
import { acceptedFileTypes, acceptedKindsLabel, fileLimits } from '#features/publishing/files/accepted-files.ts';
import { formatFileTitle } from '#features/publishing/files/paths.ts';
import type { Call, CallSchemas, ResponseForSchemas } from '#platform/shared/calls/calls.ts';
import { formatFileSize, validateFileSize } from '#platform/shared/file-size.ts';
import { Alert } from '#platform/web/ui/content/alert.tsx';
import { FileDrop } from '#platform/web/uploads/file-drop.tsx';
import { formatFailureCount, type QueuedUpload } from '#platform/web/uploads/upload-queue.ts';
import { UploadRows } from '#platform/web/uploads/upload-rows.tsx';
import { useUploads } from '#platform/web/uploads/use-uploads.ts';
import styles from './manage.module.css';

/** The schemas of a call that uploads files and returns the names under which it stored them. */
type UploadAnswers = CallSchemas & { answers: { 200: ZodType<{ files: { name: string }[] }> } };

/** Uploads files. The row of an uploaded file disappears once `onArrived` has resolved, when the list shows the file. */
export function UploadPanel({
  call,
  fields,
  heading,
  onArrived,
}: {
  call: Call<string, UploadAnswers>;
  /** Form fields sent with each file. */
  fields?: Readonly<Record<string, string>>;
  /** A heading, for pages that have none above the uploads. */
  heading?: string;
  onArrived: () => Promise<unknown>;
}) {
  const files = useUploads({
    call,
    field: 'files',
    fields,
    resumable: true,
    validate: (file) => validateFileSize(file, fileLimits.bytes),
    onDone: onArrived,
  });
  const uploaded = formatUploaded(files.uploads);
  const failures = formatFailureCount(files.uploads);
  return (
    <div className={styles.part}>
      {heading && <h3>{heading}</h3>}
      <FileDrop
        label="Choose files"
        hint={`${acceptedKindsLabel}. Up to ${formatFileSize(fileLimits.bytes)} each.`}
        accept={acceptedFileTypes}
        onFiles={files.add}
      />
      <div role="status">
        {uploaded !== '' && <Alert tone="ok" title={uploaded} />}
        {failures !== '' && <p>{failures}</p>}
      </div>
      <UploadRows of={files} />
    </div>
  );
}

/** Formats the names of the uploaded files, or their number if there are more than three; "" if there are none. */
function formatUploaded(uploads: readonly QueuedUpload<ResponseForSchemas<UploadAnswers>>[]): string {
  const files = uploads.flatMap(({ answer }) => (answer?.code === 200 ? answer.files : []));
  const names = files.map(({ name }) => formatFileTitle(name));
  if (names.length === 0) return '';
  if (names.length > 3) return `${names.length} files uploaded.`;
  return `${new Intl.ListFormat('en-GB').format(names)} uploaded.`;
}
