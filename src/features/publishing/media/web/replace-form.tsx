import { useId } from 'react';
import { findConflictingVersion } from '#platform/shared/conflict.ts';
import { formatFileSize } from '#platform/shared/file-size.ts';
import { CallAnswer } from '#platform/web/alerts/index.ts';
import { handleResponse } from '#platform/web/calls/use-call.ts';
import { TheirVersion } from '#platform/web/conflict/their-version.tsx';
import { refreshPage } from '#platform/web/navigation/index.ts';
import { FileDrop } from '#platform/web/uploads/file-drop.tsx';
import { UploadRows } from '#platform/web/uploads/upload-rows.tsx';
import { useUploads } from '#platform/web/uploads/use-uploads.ts';
import { type MediaItem, replaceMedia } from '../contract.ts';
import { validateMediaFile } from '../limits.ts';

/** Replaces an item's file: every place that shows it shows the new one. */
export function ReplaceForm({ item }: { item: MediaItem }) {
  const at = useId();
  const files = useUploads({
    call: replaceMedia,
    field: 'fileElem',
    fields: { id: item.id, version: `${item.file_version}` },
    validate: validateMediaFile,
    onDone: async (answer) => {
      // This browser has cached the old file under the same URL
      const toRefresh = [item.src, `${item.src}?lowres`];
      await Promise.all(toRefresh.map((src) => fetch(src, { cache: 'reload' }).catch(() => {})));
      await handleResponse(at, answer);
    },
  });
  const [upload] = files.uploads;
  const theirs = findConflictingVersion(upload?.answer ?? null);
  // Sent again after seeing the other file, it replaces that
  const release = (key: number) => files.release(key, theirs && { id: item.id, version: `${theirs.version}` });
  return (
    <div className="stack">
      <FileDrop
        label="Replace file"
        hint="The new file will appear wherever this one does, at the same address. You can restore this one for 30 days."
        accept={`${item.kind}/*`}
        several={false}
        onFiles={files.add}
      />
      <UploadRows of={{ ...files, release }} />
      {upload && theirs && (
        <TheirVersion
          by={theirs.changed_by}
          parts={[{ label: 'Current file', text: formatFileSize(theirs.bytes) }]}
          at={at}
          onAccept={() => {
            files.remove(upload.key);
            void refreshPage();
          }}
        >
          {theirs.thumbnail && <img src={theirs.thumbnail} alt="" />}
          <p>Try again to replace it with yours.</p>
        </TheirVersion>
      )}
      <CallAnswer slot={at} />
    </div>
  );
}
