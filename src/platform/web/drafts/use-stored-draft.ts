import { useLayoutEffect, useRef, useState } from 'react';
import { useSite } from '../navigation/index.ts';
import { loadDraft, storeDraft } from './stored-draft.ts';
import { useDraftStorage } from './use-draft-storage.ts';

/** A draft of something that has versions. Another version alone is no change. */
interface Versioned {
  version: number;
}

/**
 * A draft, stored in this browser for the user who types it, while it differs from `saved`. `isDraft` checks an earlier
 * one: it may be old, or anything else.
 */
export function useStoredDraft<Draft extends Versioned>(
  what: string,
  begins: () => Draft,
  isDraft: (value: unknown) => value is Draft,
): {
  draft: Draft;
  /** The editor's initial values, or those saved since. */
  saved: Draft;
  dirty: boolean;
  /** True if the draft was typed on an earlier visit. */
  restored: boolean;
  change: (some: Partial<Draft>) => void;
  startAfresh: () => void;
  /**
   * Marks the draft as saved, as that version, and calls it `called` from now on. Anything typed since is kept as a
   * draft: on the screen or, if the user has left by then, in its storage.
   */
  markSaved: (made: Draft, called: string) => void;
} {
  const [saved, setSaved] = useState(begins);
  const [draft, setDraft] = useState(saved);
  const [restored, setRestored] = useState(false);
  const dirty = !isSame(draft, saved);
  const forget = useDraftStorage(what, dirty ? draft : null, isDraft, (found) => {
    if (isSame(found, saved)) return;
    setDraft(found);
    setRestored(true);
  });
  const { id: user } = useSite().current_user;
  const isHere = useRef(true);
  useLayoutEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
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
    markSaved: (made, called) => {
      const left = isHere.current ? undefined : loadDraft(user, what, isDraft);
      forget();
      if (left && !isSame(left, made)) storeDraft(user, called, { ...left, version: made.version });
      setSaved(made);
      setDraft((before) => ({ ...before, version: made.version }));
      setRestored(false);
    },
  };
}

function isSame<Draft extends Versioned>(a: Draft, b: Draft): boolean {
  const { version: _, ...others } = b;
  return Object.entries(others).every(([name, value]) => a[name as keyof Draft] === value);
}
