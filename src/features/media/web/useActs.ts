import { useState } from 'react';
import { useCall } from '#platform/web/calls/useCall.ts';

/** The way back from what was done last. */
interface Undo {
  call: string;
  body: object;
}

/** Makes calls of the media from buttons, and keeps the way back from the last where there is one: for `DoneLine`. */
export function useActs() {
  const { busy, at, make } = useCall();
  const [undo, setUndo] = useState<Undo | null>(null);
  const act = (call: string, body: object, back: Undo | null = null) =>
    make(`/members/api/manage_media/${call}`, body, {
      onAnswer: ({ code }) => setUndo(code === 200 ? back : null),
    });
  return { act, busy: busy !== '', at, undo };
}
