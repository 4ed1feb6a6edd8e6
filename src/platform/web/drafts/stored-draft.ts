import { draftKeyPrefix } from './forget-drafts.ts';

const nameOf = (user: string, what: string) => `${draftKeyPrefix}${user}: ${what}`;

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

/** Returns the user's earlier draft. `isDraft` checks it, because it may be old or written by somebody else. */
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

/** Returns the names of the user's drafts that begin with `begin`, without that beginning, from all windows. */
function listNames(user: string, begin: string): string[] {
  try {
    const prefix = nameOf(user, begin);
    return Object.keys(localStorage).flatMap((name) => (name.startsWith(prefix) ? name.slice(prefix.length) : []));
  } catch {
    return [];
  }
}

/** Returns a user's drafts whose names begin with `begin`. */
export const listDrafts = <Draft>(user: string, begin: string, isDraft: (value: unknown) => value is Draft): Draft[] =>
  listNames(user, begin).flatMap((rest) => loadDraft(user, begin + rest, isDraft) ?? []);

/** Deletes the user's expired drafts whose names begin with `begin`. */
export function deleteDrafts(user: string, begin: string, isExpired: (value: unknown) => value is object): void {
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
  key === draftKeyPrefix || key === null;
