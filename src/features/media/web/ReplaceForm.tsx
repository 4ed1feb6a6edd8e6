import { type ChangeEvent, useId, useState } from 'react';
import type { Answer } from '../../../platform/shared/answer.ts';
import { sendFile } from '../../../platform/web/calls/sendFile.ts';
import { refreshPage } from '../../../platform/web/navigation/index.ts';
import { Alert } from '../../../platform/web/ui/Alert.tsx';
import { FileInput } from '../../../platform/web/ui/FileInput.tsx';
import type { MediaItem } from '../contract.ts';
import uploader from './Uploader.module.css';

/** Puts another file in an item's place: wherever it is shown, the new one is. */
export function ReplaceForm({ item }: { item: MediaItem }) {
  const id = useId();
  const [sent, setSent] = useState<number | null>(null);
  const [answer, setAnswer] = useState<Answer | null>(null);
  async function replace(event: ChangeEvent<HTMLInputElement>) {
    const [file] = Array.from(event.target.files ?? []);
    event.target.value = '';
    if (!file) return;
    const form = new FormData();
    form.set('id', item.id);
    form.set('fileElem', file);
    setSent(0);
    setAnswer(null);
    const said = await sendFile('/members/api/manage_media/replace', form, setSent);
    setSent(null);
    setAnswer(said);
    if (said.code !== 200) return;
    // This browser has the old one put by under an address that stays
    await Promise.all([item.src, `${item.src}?lowres`].map((src) => fetch(src, { cache: 'reload' }).catch(() => {})));
    await refreshPage();
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
      <div role="alert">{answer && answer.code !== 200 && <Alert tone="bad" title={answer.msg} />}</div>
      <div role="status">{answer?.code === 200 && <Alert tone="ok" title={answer.msg} />}</div>
    </div>
  );
}
