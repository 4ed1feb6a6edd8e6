import { useEffect, useState } from 'react';
import type { EditBlogPost, WriteBlogPost } from '../contract.ts';

/** What is typed into the editor, as the call takes it. */
export type BlogDraft = Pick<WriteBlogPost, 'title' | 'author' | 'content' | 'publishing' | 'date' | 'version'>;

const nameOf = (key: string) => `blog draft ${key || 'new'}`;

const asSaved = ({ title, author, content, state, date, version }: EditBlogPost['post']): BlogDraft => ({
  title,
  author,
  content,
  publishing: ({ draft: 'draft', scheduled: 'at', published: 'now' } as const)[state],
  date,
  version,
});

const same = (a: BlogDraft, b: BlogDraft) =>
  (Object.keys(a) as (keyof BlogDraft)[]).every((name) => name === 'version' || a[name] === b[name]);

/** What is typed, stored in this browser while it differs from what is saved. */
export function useBlogDraft(key: string, post: EditBlogPost['post']) {
  const [start] = useState(() => asSaved(post));
  const [kept, setKept] = useState<BlogDraft | null>(null);
  const [draft, setDraft] = useState(start);
  const dirty = !same(draft, start);

  // After the first view, which is the same on the server
  useEffect(() => {
    const before = keptDraft(key);
    if (!before || same(before, start)) return;
    setKept(before);
    setDraft(before);
  }, [key, start]);

  useEffect(() => {
    if (dirty) keep(key, draft);
  }, [key, draft, dirty]);

  return {
    draft,
    dirty,
    /** Whether it was typed on an earlier visit. */
    restored: kept !== null,
    change: (some: Partial<BlogDraft>) => setDraft((before) => ({ ...before, ...some })),
    startAfresh: () => {
      setDraft(start);
      setKept(null);
      forget(key);
    },
    saved: () => forget(key),
  };
}

function keep(key: string, draft: BlogDraft): void {
  try {
    localStorage.setItem(nameOf(key), JSON.stringify(draft));
  } catch {
    // Storage is full, or switched off
  }
}

function forget(key: string): void {
  try {
    localStorage.removeItem(nameOf(key));
  } catch {
    // Then nothing was stored
  }
}

function keptDraft(key: string): BlogDraft | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(nameOf(key)) ?? 'null');
    return isDraft(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

function isDraft(kept: unknown): kept is BlogDraft {
  if (typeof kept !== 'object' || kept === null) return false;
  const { version, publishing, ...texts } = kept as Record<string, unknown>;
  const isText = (name: string) => typeof texts[name] === 'string';
  return (
    typeof version === 'number' &&
    ['draft', 'now', 'at'].includes(String(publishing)) &&
    ['title', 'author', 'content', 'date'].every(isText)
  );
}
