import { useState } from 'react';
import { useStored } from './useStored.ts';

/** What is typed over something that has versions. Which it was typed over is no change by itself. */
interface Versioned {
  version: number;
}

/**
 * What is typed, kept in this browser for the user who types it, while it differs from what is `saved`. `isDraft` looks
 * at what was kept before: it may be old, or anything else.
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
  /** Whether what stands there was typed on an earlier visit. */
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
