import { useId } from 'react';
import { Said } from '#platform/web/alerts/index.ts';
import { tell } from '#platform/web/calls/useCall.ts';
import { FileDrop } from '#platform/web/uploads/FileDrop.tsx';
import { UploadRows } from '#platform/web/uploads/UploadRows.tsx';
import { useUploads } from '#platform/web/uploads/useUploads.ts';
import { type MediaItem, replaceMedia } from '../contract.ts';
import { whyNotTaken } from '../limits.ts';

/** Replaces an item's file: every place that shows it shows the new one. */
export function ReplaceForm({ item }: { item: MediaItem }) {
  const at = useId();
  const files = useUploads({
    call: replaceMedia,
    field: 'fileElem',
    fields: { id: item.id },
    whyNotSent: whyNotTaken,
    onDone: async (answer) => {
      // This browser has cached the old one under the address, which stays
      const toRefresh = [item.src, `${item.src}?lowres`];
      await Promise.all(toRefresh.map((src) => fetch(src, { cache: 'reload' }).catch(() => {})));
      await tell(at, answer);
    },
  });
  return (
    <div className="stack">
      <FileDrop
        label="Replace it"
        hint="The new one is shown wherever this one is; the address stays. This one can be restored for 30 days."
        accept={`${item.kind}/*`}
        several={false}
        onFiles={files.add}
      />
      <UploadRows of={files} />
      <Said at={at} />
    </div>
  );
}
