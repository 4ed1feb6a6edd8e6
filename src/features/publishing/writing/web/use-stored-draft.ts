import { useLayoutEffect, useRef, useState } from 'react';
import { loadDraft, storeDraft, useDraftStorage } from '#platform/web/drafts/stored-draft.ts';
import { useSite } from '#platform/web/navigation/index.ts';

/** A draft of something that has versions. The version alone doesn't count as a change of the draft. */
interface Versioned {
  version: number;
}

/**
 * While a draft differs from `saved`, stores it in this browser for the user who types it. An earlier draft is restored
 * only if it has the same fields, because it may be from an older version of this program.
 */
export function useStoredDraft<Draft extends Versioned>(
  name: string,
  createDraft: () => Draft,
): {
  draft: Draft;
  /** The editor's initial values, or the values saved since. */
  saved: Draft;
  dirty: boolean;
  /** True if the draft was typed on an earlier visit. */
  restored: boolean;
  change: (some: Partial<Draft>) => void;
  startAfresh: () => void;
  /**
   * Marks `made` as the saved version. Input typed since then is still a draft: on the screen or, if the user has left,
   * in the browser's storage under `newName`.
   */
  markSaved: (made: Draft, newName: string) => void;
} {
  const [saved, setSaved] = useState(createDraft);
  const [draft, setDraft] = useState(saved);
  const [restored, setRestored] = useState(false);
  const [isDraft] = useState(() => (value: unknown) => hasFieldsOf(saved, value));
  const dirty = !isSame(draft, saved);
  const forget = useDraftStorage(name, dirty ? draft : null, isDraft, (found) => {
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
    markSaved: (made, newName) => {
      const left = isHere.current ? undefined : loadDraft(user, name, isDraft);
      forget();
      if (left && !isSame(left, made)) storeDraft(user, newName, { ...left, version: made.version });
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

function hasFieldsOf<Draft extends Versioned>(sample: Draft, value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false;
  const fields: Record<string, unknown> = { ...value };
  return Object.entries(sample).every(([name, field]) => typeof fields[name] === typeof field);
}
