/**
 * The prefix of the keys of everything that is deleted on sign-out: drafts, and the idempotency keys of calls. It is
 * also the name of the cache of unsent uploads and of the door's stored lists.
 */
export const userStoragePrefix = 'draft of ';

/**
 * Deletes all drafts, idempotency keys, unsent uploads and stored door lists when somebody signs out, so that the next
 * user finds none. Notifies editors in other windows.
 */
export function deleteStoredUserData(): void {
  try {
    deleteDraftsIn(localStorage);
    localStorage.setItem(userStoragePrefix, '');
    localStorage.removeItem(userStoragePrefix);
    // These drafts are stored only for this window
    deleteDraftsIn(sessionStorage);
  } catch {
    // Without storage there are no drafts
  }
  // A site without https has no caches
  void globalThis.caches?.delete(userStoragePrefix);
}

function deleteDraftsIn(store: Storage): void {
  for (const name of Object.keys(store)) if (name.startsWith(userStoragePrefix)) store.removeItem(name);
}
