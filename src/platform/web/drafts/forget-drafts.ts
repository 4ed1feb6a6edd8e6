/** Begins the name of everything kept here, so that all of it can be forgotten together, and is that of its cache. */
export const ours = 'draft of ';

/** Forgets all of them: after signing out, whoever comes next finds nothing of it. Editors in other windows are told. */
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
