import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useSite } from '../navigation/index.ts';
import { mergeEarlyInput } from './merge-early-input.ts';
import { type DraftStorageArea, forgetDraft, isDraftsDeletedEvent, loadDraft, storeDraft } from './stored-draft.ts';

/**
 * Stores `typed` in this browser, for the user who types it; null while there is nothing to lose. A draft from an
 * earlier visit goes to `onFound`, once: `isDraft` checks it, for it may be old, or anything else. Returns a function
 * that deletes it, once it is saved.
 */
export function useDraftStorage<Draft extends object>(
  what: string,
  typed: Draft | null,
  isDraft: (value: unknown) => value is Draft,
  onFound: (draft: Draft) => void,
  storedIn?: DraftStorageArea,
): () => void {
  const { id } = useSite().current_user;
  const [user] = useState(id);

  // After the first view, which is the same on the server, and before anything can be typed over it
  const found = useRef(onFound);
  useLayoutEffect(() => {
    const draft = loadDraft(user, what, isDraft, storedIn);
    if (!draft) return;
    mergeEarlyInput();
    found.current(draft);
  }, [user, what, isDraft, storedIn]);

  // Signed out in another window: nothing typed here from now on may be left for the next user
  const isForgotten = useRef(false);
  useEffect(() => {
    const listen = (event: StorageEvent) => {
      if (!isDraftsDeletedEvent(event)) return;
      isForgotten.current = true;
      // A draft stored at that very moment may be newer
      forgetDraft(user, what, storedIn);
    };
    addEventListener('storage', listen);
    return () => removeEventListener('storage', listen);
  }, [user, what, storedIn]);

  const wasTyped = useRef(false);
  useEffect(() => {
    if (isForgotten.current) return;
    if (typed) storeDraft(user, what, typed, storedIn);
    else if (wasTyped.current) forgetDraft(user, what, storedIn);
    wasTyped.current = typed !== null;
  }, [user, what, typed, storedIn]);

  return () => forgetDraft(user, what, storedIn);
}
