/** A history entry's state: entries of one visit show one page and differ only by their query or fragment. */
export interface HistoryEntry {
  visit: string;
  entry: string;
}

let entries = 0;
/** Different from any other entry of this tab, even from before a reload. */
export function newEntry(): HistoryEntry {
  entries += 1;
  const id = `${Date.now().toString(36)}.${entries}`;
  return { visit: id, entry: id };
}

/** Returns true if a history state is one of ours. */
export function isEntry(state: unknown): state is HistoryEntry {
  return typeof state === 'object' && state !== null && 'visit' in state && 'entry' in state;
}
