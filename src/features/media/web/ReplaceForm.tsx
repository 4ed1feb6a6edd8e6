import { type ChangeEvent, useId, useState } from 'react';
import { Said } from '#platform/web/alerts/index.ts';
import { sendFile } from '#platform/web/calls/sendFile.ts';
import { useCall } from '#platform/web/calls/useCall.ts';
import { FileInput } from '#platform/web/ui/FileInput.tsx';
import { type MediaItem, replaceMedia } from '../contract.ts';
import uploader from './Uploader.module.css';

/** Replaces an item's file: every place that shows it shows the new one. */
export function ReplaceForm({ item }: { item: MediaItem }) {
  const id = useId();
  const [sent, setSent] = useState<number | null>(null);
  const { at, send } = useCall();
  async function replace(event: ChangeEvent<HTMLInputElement>) {
    const [file] = Array.from(event.target.files ?? []);
    event.target.value = '';
    if (!file) return;
    const form = new FormData();
    form.set('id', item.id);
    form.set('fileElem', file);
    setSent(0);
    await send(replaceMedia, async () => {
      const answer = await sendFile(replaceMedia, form, setSent);
      setSent(null);
      // This browser has cached the old one under the address, which stays
      const kept = answer.code === 200 ? [item.src, `${item.src}?lowres`] : [];
      await Promise.all(kept.map((src) => fetch(src, { cache: 'reload' }).catch(() => {})));
      return answer;
    });
  }
  return (
    <div className="stack">
      <label htmlFor={id} className={uploader.label}>
        Replace it
      </label>
      <p className="meta" id={`${id}-hint`}>
        The new one is shown wherever this one is; the address stays. This one can be had back for 30 days.
      </p>
      <FileInput
        id={id}
        className={uploader.input}
        accept={`${item.kind}/*`}
        aria-describedby={`${id}-hint`}
        disabled={sent !== null}
        onChange={replace}
      />
      {sent !== null && <progress aria-label="Replacing" max={1} {...(sent < 1 ? { value: sent } : {})} />}
      <Said at={at} />
    </div>
  );
}
