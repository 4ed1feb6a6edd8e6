import { useCallback, useEffect, useRef, useState } from 'react';
import { withParams } from '#platform/shared/calls/calls.ts';
import type { Page } from '#platform/shared/pages.ts';
import { getSeatingByShowAndDate } from '../../contract.ts';

/** The interval at which an open planner fetches others' changes, in milliseconds. */
const pollIntervalMs = 15_000;

/**
 * Returns the page's present content, which is fetched repeatedly while the page is open. Responses that arrive during
 * a save (`isSaving.current`) are ignored.
 */
export function usePolledPage(page: Page<'seating'>) {
  const [current, setCurrent] = useState(page);
  const isSaving = useRef(false);
  const accept = useCallback((next: Page<'seating'>) => {
    // The response to an earlier request may arrive after that of a later one, so older versions are ignored
    setCurrent((known) =>
      next.version < known.version || JSON.stringify(next) === JSON.stringify(known) ? known : next,
    );
  }, []);
  useEffect(() => accept(page), [page, accept]);
  const { id, show } = page;
  useEffect(() => {
    const { path } = withParams(getSeatingByShowAndDate, { showName: show.id, date: id });
    const poll = async () => {
      if (document.hidden || isSaving.current) return;
      const answer = await fetch(path, { headers: { accept: 'application/json' } }).catch(() => null);
      const next: unknown = answer?.ok ? await answer.json().catch(() => null) : null;
      if (isSeating(next) && next.id === id && !isSaving.current) accept(next);
    };
    const timer = setInterval(poll, pollIntervalMs);
    addEventListener('focus', poll);
    return () => {
      clearInterval(timer);
      removeEventListener('focus', poll);
    };
  }, [id, show.id, accept]);
  return { current, isSaving };
}

/** Returns true if a response is the content of a planner. */
export const isSeating = (content: unknown): content is Page<'seating'> =>
  typeof content === 'object' && content !== null && 'type' in content && content.type === 'seating';
