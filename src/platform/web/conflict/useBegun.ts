import { useEffect, useRef, useState } from 'react';

interface Versioned {
  version: number;
}

/**
 * Whether a form takes over the version that the page brings: after a save of its own, while nothing is typed, or where
 * the values are those it began with, so that a save overwrites nobody's changes.
 */
export function isFollowed<Saved extends Versioned>(
  begun: Saved,
  page: Saved,
  { typed, ours }: { typed: boolean; ours: boolean },
): boolean {
  return page.version !== begun.version && (ours || !typed || valuesOf(begun) === valuesOf(page));
}

const valuesOf = (saved: Versioned) => JSON.stringify({ ...saved, version: 0 });

/**
 * What a form began with: its values and their version. A page that is fetched again, such as after an upload beside
 * the form, brings what others have saved meanwhile. A save that was typed over the earlier values must name their
 * version, and is refused. `settle` says that the other version was taken, or that a save succeeded whose form isn't
 * filled anew by that (with `fills` as its key, what is typed meanwhile would be lost): then the form takes over what the
 * page brings next in any case.
 */
export function useBegun<Saved extends Versioned>(
  page: Saved,
  isTyped: (begun: Saved) => boolean,
  /** Fills the form with new values, where nothing was typed. */
  onFollow?: (page: Saved) => void,
): {
  begun: Saved;
  /** New values have come: the key of a form that is filled by beginning anew. */
  fills: number;
  settle: () => void;
} {
  const [begun, setBegun] = useState(page);
  const [fills, setFills] = useState(0);
  const ours = useRef(false);
  // At every render: typed text may have been removed since the page came
  useEffect(() => {
    const typed = isTyped(begun);
    if (!isFollowed(begun, page, { typed, ours: ours.current })) return;
    if ((ours.current || !typed) && valuesOf(begun) !== valuesOf(page)) setFills(fills + 1);
    ours.current = false;
    setBegun(page);
    if (!typed) onFollow?.(page);
  });
  return {
    begun,
    fills,
    settle: () => {
      ours.current = true;
    },
  };
}
