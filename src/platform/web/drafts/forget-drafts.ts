/**
 * The prefix of the names of everything stored here, so that all of it can be deleted together. It is also the name of
 * the cache.
 */
export const draftKeyPrefix = 'draft of ';

/** Deletes all drafts: after signing out, the next user finds none. Notifies editors in other windows. */
export function deleteAllDrafts(): void {
  try {
    forgetIn(localStorage);
    localStorage.setItem(draftKeyPrefix, '');
    localStorage.removeItem(draftKeyPrefix);
    // These drafts are stored for this window only
    forgetIn(sessionStorage);
  } catch {
    // Then there were none
  }
  // A site without https has no caches
  void globalThis.caches?.delete(draftKeyPrefix);
}

function forgetIn(store: Storage): void {
  for (const name of Object.keys(store)) if (name.startsWith(draftKeyPrefix)) store.removeItem(name);
}
