import { useState } from 'react';
import { useStored } from './useStored.ts';

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
  /** What the editor began with. */
  saved: Draft;
  dirty: boolean;
  /** Whether the draft was typed on an earlier visit. */
  restored: boolean;
  change: (some: Partial<Draft>) => void;
  startAfresh: () => void;
  /** Once it is saved. */
  forget: () => void;
} {
  const [saved] = useState(begins);
  const [draft, setDraft] = useState(saved);
  const [restored, setRestored] = useState(false);
  const dirty = !isSame(draft, saved);
  const forget = useStored(what, dirty ? draft : null, isDraft, (found) => {
    if (isSame(found, saved)) return;
    setDraft(found);
    setRestored(true);
  });
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
    forget,
  };
}

function isSame<Draft extends Versioned>(a: Draft, b: Draft): boolean {
  const { version: _, ...others } = b;
  return Object.entries(others).every(([name, value]) => a[name as keyof Draft] === value);
}
