import { useCallback, useEffect, useState } from 'react';
import type { ManagedPost } from '../contract.ts';
import { type Draft, forgetDraft, keepDraft, keptDraft } from './post-draft.ts';

const same = (a: Draft, b: Draft) =>
  a.title === b.title && a.type === b.type && a.date === b.date && a.content === b.content && a.tell === b.tell;

/** A post as the editor begins with it. */
export const draftOf = (post: ManagedPost | undefined, now: string): Draft =>
  post
    ? { title: post.title, type: post.type, date: post.date, content: post.content, tell: post.telling === 'waiting' }
    : { title: '', type: 'private', date: now.slice(0, 10), content: '', tell: false };

/** What is typed, stored in the browser while it differs from what is saved. */
export function useDraft(showId: string, post: ManagedPost | undefined, now: string) {
  const postId = post?.id ?? '';
  const [saved] = useState(() => draftOf(post, now));
  const [kept] = useState(() => keptDraft(showId, postId));
  const [restored, setRestored] = useState(kept !== undefined && !same(kept, saved));
  const [draft, setDraft] = useState<Draft>(restored && kept ? kept : saved);
  const [version, setVersion] = useState(restored && kept ? kept.version : (post?.version ?? 0));
  const dirty = !same(draft, saved);

  useEffect(() => {
    if (dirty) keepDraft(showId, postId, { ...draft, version });
    else forgetDraft(showId, postId);
  }, [showId, postId, draft, version, dirty]);

  const change = useCallback((some: Partial<Draft>) => setDraft((before) => ({ ...before, ...some })), []);
  const startAfresh = useCallback(() => {
    setDraft(saved);
    setVersion(post?.version ?? 0);
    setRestored(false);
  }, [saved, post]);
  const forget = useCallback(() => forgetDraft(showId, postId), [showId, postId]);
  return { draft, saved, version, setVersion, dirty, restored, change, startAfresh, forget };
}
