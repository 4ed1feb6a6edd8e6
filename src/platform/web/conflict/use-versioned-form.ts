import { useEffect, useRef, useState } from 'react';

interface Versioned {
  version: number;
}

/** The state of the form when the page's data arrives. */
interface Standing {
  typed: boolean;
  /** True if the form itself has saved this version and the page hasn't yet delivered the saved values. */
  awaits?: boolean;
}

/**
 * Returns true if the form adopts the page's version. That is so if the form isn't dirty, or if the page's values equal
 * those with which the form started, because a save then can't overwrite another user's changes. After its own save,
 * the form adopts the version of that save, and no older one.
 */
export function shouldAdoptVersion<Saved extends Versioned>(
  begun: Saved,
  page: Saved,
  { typed, awaits = false }: Standing,
): boolean {
  if (awaits && page.version <= begun.version) return page.version === begun.version;
  return page.version !== begun.version && (!typed || (!awaits && valuesOf(begun) === valuesOf(page)));
}

const valuesOf = (saved: Versioned) => JSON.stringify({ ...saved, version: 0 });

/**
 * Holds the values and version with which a form started. Refetching the page may bring a newer version saved by
 * somebody else. A save based on the old values must still send the old version, so that the server refuses it. After
 * its own save, the form continues from the new version and keeps input typed in the meantime.
 */
export function useVersionedForm<Saved extends Versioned>(
  page: Saved,
  isTyped: (baseline: Saved) => boolean,
  /** Fills the form with new values if nothing was typed. */
  onFollow?: (page: Saved) => void,
): {
  baseline: Saved;
  /** The form's key. It changes when new values arrive or the typed values are discarded, which refills the form. */
  resetKey: number;
  /** Records that this version was created by the form's own save. */
  markSaved: (version: number) => void;
  /** Accepts the other version: typed input is discarded, and the form adopts the page's values. */
  acceptTheirs: () => void;
} {
  const [baseline, setBaseline] = useState(page);
  const [resetKey, setResetKey] = useState(0);
  const awaits = useRef(false);
  // Runs at every render, because typed text may have been removed since the page's data arrived
  useEffect(() => {
    const typed = isTyped(baseline);
    if (!shouldAdoptVersion(baseline, page, { typed, awaits: awaits.current })) return;
    if (!typed && valuesOf(baseline) !== valuesOf(page)) setResetKey(resetKey + 1);
    awaits.current = false;
    setBaseline(page);
    if (!typed) onFollow?.(page);
  });
  return {
    baseline,
    resetKey,
    markSaved: (version) => {
      awaits.current = true;
      setBaseline((before) => ({ ...before, version }));
    },
    acceptTheirs: () => setResetKey(resetKey + 1),
  };
}
