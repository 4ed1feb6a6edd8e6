import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { setFieldValue } from '../hydration/replay.ts';
import { useSite } from '../navigation/index.ts';
import { userStoragePrefix } from './user-storage.ts';

const nameOf = (user: string, what: string) => `${userStoragePrefix}${user}: ${what}`;

/**
 * The place where a draft is stored: the browser's storage, or the window's storage, which is deleted when the window
 * closes.
 */
export type DraftStorageArea = 'browser' | 'window';

const storeOf = (storedIn: DraftStorageArea) => (storedIn === 'window' ? sessionStorage : localStorage);

/** Stores a user's input until it is saved. If the browser can't store it, nothing happens. */
export function storeDraft(user: string, what: string, draft: object, storedIn: DraftStorageArea = 'browser'): void {
  try {
    storeOf(storedIn).setItem(nameOf(user, what), JSON.stringify(draft));
  } catch {
    // The storage is full, or switched off
  }
}

/**
 * Returns the user's earlier draft; undefined if there is none, or if `isDraft` rejects it. The stored value may be
 * old, or written by somebody else.
 */
export function loadDraft<Draft>(
  user: string,
  what: string,
  isDraft: (value: unknown) => value is Draft,
  storedIn: DraftStorageArea = 'browser',
): Draft | undefined {
  // The page is being rendered on the server, where using a browser's storage causes a warning from Node
  if (typeof document === 'undefined') return undefined;
  try {
    const value: unknown = JSON.parse(storeOf(storedIn).getItem(nameOf(user, what)) ?? 'null');
    return isDraft(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the names of the user's drafts in this browser that begin with `begin`, without that beginning. */
function listNames(user: string, begin: string): string[] {
  try {
    const prefix = nameOf(user, begin);
    return Object.keys(localStorage).flatMap((name) => (name.startsWith(prefix) ? name.slice(prefix.length) : []));
  } catch {
    return [];
  }
}

/** Returns the user's drafts in this browser whose names begin with `begin`, as far as `isDraft` accepts them. */
export const listDrafts = <Draft>(user: string, begin: string, isDraft: (value: unknown) => value is Draft): Draft[] =>
  listNames(user, begin).flatMap((rest) => loadDraft(user, begin + rest, isDraft) ?? []);

/** Deletes the user's expired drafts whose names begin with `begin`. */
export function deleteExpiredDrafts(user: string, begin: string, isExpired: (value: unknown) => value is object): void {
  for (const rest of listNames(user, begin))
    if (loadDraft(user, begin + rest, isExpired)) deleteDraft(user, begin + rest);
}

/** Deletes a draft after it is saved or discarded. */
export function deleteDraft(user: string, what: string, storedIn: DraftStorageArea = 'browser'): void {
  try {
    storeOf(storedIn).removeItem(nameOf(user, what));
  } catch {
    // Without storage there was no draft
  }
}

/** Returns true if the storage event reports that another window stored a draft whose name starts with `begin`. */
export const isDraftStoredEvent = (
  { key, newValue }: Pick<StorageEvent, 'key' | 'newValue'>,
  user: string,
  begin: string,
): boolean => key !== null && newValue !== null && key.startsWith(nameOf(user, begin));

/** Returns true if this event reports that another window deleted all drafts. */
export const isDraftsDeletedEvent = ({ key }: Pick<StorageEvent, 'key'>): boolean =>
  key === userStoragePrefix || key === null;

/**
 * Stores `typed` in this browser, for the user who types it; null means that there is nothing to lose. Passes a draft
 * from an earlier visit to `onFound`, once, if `isDraft` accepts it; the draft may be old or invalid. Returns a
 * function that deletes the draft, to be called once the content is saved.
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
  const hasSignedOut = useRef(false);
  useEffect(() => {
    const listen = (event: StorageEvent) => {
      if (!isDraftsDeletedEvent(event)) return;
      hasSignedOut.current = true;
      // This window may have stored a draft at the same moment
      deleteDraft(user, what, storedIn);
    };
    addEventListener('storage', listen);
    return () => removeEventListener('storage', listen);
  }, [user, what, storedIn]);

  const wasTyped = useRef(false);
  useEffect(() => {
    if (hasSignedOut.current) return;
    if (typed) storeDraft(user, what, typed, storedIn);
    else if (wasTyped.current) deleteDraft(user, what, storedIn);
    wasTyped.current = typed !== null;
  }, [user, what, typed, storedIn]);

  return () => deleteDraft(user, what, storedIn);
}

/**
 * Merges text typed before hydration into a stored draft. Call this before the draft fills the fields; otherwise
 * replaying the text would replace the draft. In choice fields, the choice made before hydration counts. A form
 * submitted before hydration is not resubmitted, because it would now contain the draft.
 */
function mergeEarlyInput(): void {
  const { early } = window;
  if (!early) return;
  for (const sent of early.pressed.keys()) if (sent instanceof HTMLFormElement) early.pressed.delete(sent);
  const fields = [...early.changed].flatMap(([field, { value }]) =>
    isText(field) ? [{ field, before: field.defaultValue, typed: value }] : [],
  );
  // When this runs, React has rendered the draft, and nobody can have typed anything else
  queueMicrotask(() => {
    for (const { field, before, typed } of fields) {
      const { value: draft, isConnected } = field;
      if (!isConnected || draft === typed || draft === before) continue;
      const whole = mergeEarlyText({ before, draft, typed }, field instanceof HTMLTextAreaElement ? '\n\n' : ' ');
      setFieldValue(field, whole);
      // The cursor is at the end, so that the user can continue typing
      field.setSelectionRange(whole.length, whole.length);
    }
  });
}

/** Returns true for a field that takes free text. Other fields, such as a date, have no selection. */
const isText = (field: Element): field is HTMLInputElement | HTMLTextAreaElement =>
  (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.selectionStart !== null;

/** Returns the draft, followed by the text typed into the field whose value was `before`. */
export function mergeEarlyText(
  { before, draft, typed }: { before: string; draft: string; typed: string },
  between: string,
): string {
  // The browser itself may have restored the draft, as it does after a reload
  if (typed.includes(draft)) return typed;
  const added = addedTo(before, typed).trim();
  return added === '' ? draft : `${draft.trimEnd()}${between}${added}`;
}

/** Returns `typed` without the beginning and the end that it shares with `before`. */
function addedTo(before: string, typed: string): string {
  const maxShared = Math.min(before.length, typed.length);
  let from = 0;
  while (from < maxShared && before[from] === typed[from]) from += 1;
  let end = 0;
  while (end < maxShared - from && before.at(-1 - end) === typed.at(-1 - end)) end += 1;
  return typed.slice(from, typed.length - end);
}
