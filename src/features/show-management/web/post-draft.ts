/** What is typed into the post editor. */
export interface Draft {
  title: string;
  type: string;
  date: string;
  content: string;
  tell: boolean;
}

/** A stored draft: of which post, and of which version. */
interface KeptDraft extends Draft {
  version: number;
}

const nameOf = (showId: string, postId: string) => `draft ${showId} ${postId || 'new'}`;

/**
 * Stores what is typed in this browser, by show and post, until it is saved; a browser that can't store it loses
 * nothing else.
 */
export function keepDraft(showId: string, postId: string, draft: KeptDraft): void {
  try {
    localStorage.setItem(nameOf(showId, postId), JSON.stringify(draft));
  } catch {
    // Storage is full, or switched off
  }
}

/** What was typed earlier and not saved. */
export function keptDraft(showId: string, postId: string): KeptDraft | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(nameOf(showId, postId)) ?? 'null');
    return isDraft(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

export function forgetDraft(showId: string, postId: string): void {
  try {
    localStorage.removeItem(nameOf(showId, postId));
  } catch {
    // Then nothing was stored
  }
}

function isDraft(kept: unknown): kept is KeptDraft {
  if (typeof kept !== 'object' || kept === null) return false;
  const { title, type, date, content, tell, version } = kept as Record<string, unknown>;
  const texts = [title, type, date, content].every((text) => typeof text === 'string');
  return texts && typeof tell === 'boolean' && typeof version === 'number';
}
