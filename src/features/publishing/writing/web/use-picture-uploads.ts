import { useId, useState } from 'react';
import { validateMediaFile } from '#features/publishing/media/limits.ts';
import { clearResponse, showResponse } from '#platform/web/alerts/index.ts';
import type { QueuedUpload } from '#platform/web/uploads/upload-queue.ts';
import { useUploads } from '#platform/web/uploads/use-uploads.ts';
import { uploadTextPicture } from '../contract.ts';

/** The description of a picture before it is uploaded. */
interface Description {
  alt: string;
  /** True if the picture is only decoration, which needs no description. */
  decorates: boolean;
  /** True if somebody tried to insert the picture without a description. */
  missing: boolean;
}

/** A picture to insert into the text. */
export interface PendingPicture extends Description {
  upload: QueuedUpload;
  /** The message about a missing description or a refused upload; "" if there is none. */
  fault: string;
}

const emptyDescription: Description = { alt: '', decorates: false, missing: false };

/** Pictures that were chosen, dropped or pasted, until each is in the text or left out. */
export function usePictureUploads(insert: (markdown: string) => unknown) {
  const [descriptions, setDescriptions] = useState<Readonly<Record<number, Description>>>({});
  const at = useId();
  const { uploads, add, release, remove } = useUploads({
    call: uploadTextPicture,
    field: 'picture',
    held: true,
    validate: validateMediaFile,
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
      const said = descriptions[upload.key] ?? emptyDescription;
      const fault = said.missing ? 'Describe what it shows, or tick “Decoration only”.' : upload.error;
      return { upload, ...said, fault };
    });

  function put({ upload: { key }, alt, decorates }: PendingPicture) {
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
    put,
  };
}
