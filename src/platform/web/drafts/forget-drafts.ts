/** Begins the name of everything stored here, so that all of it can be deleted together; also the name of its cache. */
export const ours = 'draft of ';

/** Deletes all drafts: after signing out, the next user finds none. Editors in other windows are told. */
export function forgetDrafts(): void {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(ours)) localStorage.removeItem(name);
    localStorage.setItem(ours, '');
    localStorage.removeItem(ours);
  } catch {
    // Then there were none
  }
  // A site without https has no caches
  void globalThis.caches?.delete(ours);
}
