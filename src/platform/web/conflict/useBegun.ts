import { useEffect, useRef, useState } from 'react';

interface Versioned {
  version: number;
}

/**
 * Whether a form goes over to the version that the page brings: after a save of its own, while nothing is typed, or
 * where the values are those it began with, so that whoever saves writes over nothing of anybody's.
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
 * the form, brings what others have saved meanwhile. A save of what was typed over the values before must name their
 * version, and is refused. `settle` says that a save of the form went through, or that what others saved was taken:
 * what the page brings next is followed in any case.
 */
export function useBegun<Saved extends Versioned>(
  page: Saved,
  isTyped: (begun: Saved) => boolean,
  /** Fills the form with what came, where nothing was typed. */
  onFollow?: (page: Saved) => void,
): {
  begun: Saved;
  /** Other values have come: the key of a form that is filled by beginning anew. */
  fills: number;
  settle: () => void;
} {
  const [begun, setBegun] = useState(page);
  const [fills, setFills] = useState(0);
  const ours = useRef(false);
  // At every rendering: what was typed may have been taken back since the page came
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
