import { useEffect, useRef, useState } from 'react';
import { useSite } from '../navigation/index.ts';
import { areForgottenBy, forgetDraft, keepDraft, keptDraft } from './kept-draft.ts';

/** What is typed over something that has versions. Which it was typed over is no change by itself. */
interface Versioned {
  version: number;
}

/**
 * What is typed, kept in this browser for the user who types it, while it differs from what is `saved`. `isDraft` looks
 * at what was kept before: it may be old, or anything else.
 */
export function useKeptDraft<Draft extends Versioned>(
  what: string,
  begins: () => Draft,
  isDraft: (kept: unknown) => kept is Draft,
): {
  draft: Draft;
  /** What the editor began with. */
  saved: Draft;
  dirty: boolean;
  /** Whether what stands there was typed on an earlier visit. */
  restored: boolean;
  change: (some: Partial<Draft>) => void;
  startAfresh: () => void;
  /** Once it is saved. */
  forget: () => void;
} {
  const { id } = useSite().current_user;
  const [user] = useState(id);
  const [saved] = useState(begins);
  const [draft, setDraft] = useState(saved);
  const [restored, setRestored] = useState(false);
  const dirty = !isSame(draft, saved);

  // After the first view, which is the same on the server
  useEffect(() => {
    const kept = keptDraft(user, what, isDraft);
    if (!kept || isSame(kept, saved)) return;
    setDraft(kept);
    setRestored(true);
  }, [user, what, isDraft, saved]);

  // Signed out in another window: what is typed here from now on must not be there for whoever comes next
  const isForgotten = useRef(false);
  useEffect(() => {
    const listen = (event: StorageEvent) => {
      if (areForgottenBy(event)) isForgotten.current = true;
    };
    addEventListener('storage', listen);
    return () => removeEventListener('storage', listen);
  }, []);

  const wasDirty = useRef(false);
  useEffect(() => {
    if (isForgotten.current) return;
    if (dirty) keepDraft(user, what, draft);
    else if (wasDirty.current) forgetDraft(user, what);
    wasDirty.current = dirty;
  }, [user, what, draft, dirty]);

  return {
    draft,
    saved,
    dirty,
    restored,
    change: (some) => setDraft((before) => ({ ...before, ...some })),
    startAfresh: () => {
      setDraft(saved);
      setRestored(false);
    },
    forget: () => forgetDraft(user, what),
  };
}

function isSame<Draft extends Versioned>(a: Draft, b: Draft): boolean {
  const { version: _, ...others } = b;
  return Object.entries(others).every(([name, value]) => a[name as keyof Draft] === value);
}
