import { useState } from 'react';
import { useCall } from '#platform/web/calls/useCall.ts';

/** How to undo the last action. */
interface Undo {
  call: string;
  body: object;
}

/**
 * Makes calls of the media from buttons, and remembers how to undo the last one, if it can be undone: for `DoneLine`.
 */
export function useActs() {
  const { busy, at, make } = useCall();
  const [undo, setUndo] = useState<Undo | null>(null);
  const act = (call: string, body: object, back: Undo | null = null) =>
    make(`/members/api/manage_media/${call}`, body, {
      onAnswer: ({ code }) => setUndo(code === 200 ? back : null),
    });
  return { act, busy: busy !== '', at, undo };
}
