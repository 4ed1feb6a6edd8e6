import { draftKeyPrefix } from './forget-drafts.ts';

const nameOf = (user: string, what: string) => `${draftKeyPrefix}${user}: ${what}`;

/** The storage of a draft: this browser, or this window alone, which deletes it on closing. */
export type DraftStorageArea = 'browser' | 'window';

const storeOf = (storedIn: DraftStorageArea) => (storedIn === 'window' ? sessionStorage : localStorage);

/** Stores a user's input until it is saved. If the browser can't, nothing else is lost. */
export function storeDraft(user: string, what: string, draft: object, storedIn: DraftStorageArea = 'browser'): void {
  try {
    storeOf(storedIn).setItem(nameOf(user, what), JSON.stringify(draft));
  } catch {
    // Full, or switched off
  }
}

/** The user's earlier draft. It may be anything: old, or written by somebody else. */
export function loadDraft<Draft>(
  user: string,
  what: string,
  isDraft: (value: unknown) => value is Draft,
  storedIn: DraftStorageArea = 'browser',
): Draft | undefined {
  // While a page is rendered on the server; Node warns when a browser's storage is used
  if (typeof document === 'undefined') return undefined;
  try {
    const value: unknown = JSON.parse(storeOf(storedIn).getItem(nameOf(user, what)) ?? 'null');
    return isDraft(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Names, after `begin`, of the user's drafts that begin like that, whichever window stored them. */
function listNames(user: string, begin: string): string[] {
  try {
    const prefix = nameOf(user, begin);
    return Object.keys(localStorage).flatMap((name) => (name.startsWith(prefix) ? name.slice(prefix.length) : []));
  } catch {
    return [];
  }
}

/** All drafts of the user under names that begin like that. */
export const listDrafts = <Draft>(user: string, begin: string, isDraft: (value: unknown) => value is Draft): Draft[] =>
  listNames(user, begin).flatMap((rest) => loadDraft(user, begin + rest, isDraft) ?? []);

/** Deletes the user's drafts under names that begin like that and are of use no longer. */
export function deleteDrafts(user: string, begin: string, isExpired: (value: unknown) => value is object): void {
  for (const rest of listNames(user, begin))
    if (loadDraft(user, begin + rest, isExpired)) forgetDraft(user, begin + rest);
}

/** Forgets one once it is saved, or given up. */
export function forgetDraft(user: string, what: string, storedIn: DraftStorageArea = 'browser'): void {
  try {
    storeOf(storedIn).removeItem(nameOf(user, what));
  } catch {
    // Then there was none
  }
}

/** Returns true if the storage event reports that another window stored a draft whose name starts with `begin`. */
export const isStoredElsewhere = (
  { key, newValue }: Pick<StorageEvent, 'key' | 'newValue'>,
  user: string,
  begin: string,
): boolean => key !== null && newValue !== null && key.startsWith(nameOf(user, begin));

/** Returns true if this event tells another window that all drafts were deleted. */
export const isDraftsDeletedEvent = ({ key }: Pick<StorageEvent, 'key'>): boolean =>
  key === draftKeyPrefix || key === null;
