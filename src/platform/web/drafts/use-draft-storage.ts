import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useSite } from '../navigation/index.ts';
import { mergeEarlyInput } from './merge-early-input.ts';
import { type DraftStorageArea, deleteDraft, isDraftsDeletedEvent, loadDraft, storeDraft } from './stored-draft.ts';

/**
 * Stores `typed` in this browser, for the user who types it; null means that there is nothing to lose. Passes a draft
 * from an earlier visit to `onFound`, once, if `isDraft` accepts it; the draft may be old or invalid. Returns a
 * function that deletes the draft once it is saved.
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

  // Runs after the first render, which is the same as on the server, and before anybody can type over the draft
  const found = useRef(onFound);
  useLayoutEffect(() => {
    const draft = loadDraft(user, what, isDraft, storedIn);
    if (!draft) return;
    mergeEarlyInput();
    found.current(draft);
  }, [user, what, isDraft, storedIn]);

  // True once the user has signed out in another window. After that, nothing typed here may be stored, because the next
  // user could find it
  const isForgotten = useRef(false);
  useEffect(() => {
    const listen = (event: StorageEvent) => {
      if (!isDraftsDeletedEvent(event)) return;
      isForgotten.current = true;
      // This window may have stored a draft at the same moment
      deleteDraft(user, what, storedIn);
    };
    addEventListener('storage', listen);
    return () => removeEventListener('storage', listen);
  }, [user, what, storedIn]);

  const wasTyped = useRef(false);
  useEffect(() => {
    if (isForgotten.current) return;
    if (typed) storeDraft(user, what, typed, storedIn);
    else if (wasTyped.current) deleteDraft(user, what, storedIn);
    wasTyped.current = typed !== null;
  }, [user, what, typed, storedIn]);

  return () => deleteDraft(user, what, storedIn);
}
