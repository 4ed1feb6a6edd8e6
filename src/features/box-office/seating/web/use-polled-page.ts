import { useCallback, useEffect, useRef, useState } from 'react';
import { withParams } from '#platform/shared/calls/calls.ts';
import type { Page } from '#platform/shared/pages.ts';
import { getSeatingByShowAndDate } from '../contract.ts';

/** The interval at which an open planner fetches others' changes, in milliseconds. */
const often = 15_000;

/**
 * The present page, polled while it is open: orders, seats, holds and promised seats are all of one moment. Responses
 * during a save (`isSaving`) are dropped.
 */
export function usePolledPage(page: Page<'seating'>) {
  const [now, setNow] = useState(page);
  const isSaving = useRef(false);
  const take = useCallback((next: Page<'seating'>) => {
    // An earlier request may be answered later
    setNow((known) => (next.version < known.version || JSON.stringify(next) === JSON.stringify(known) ? known : next));
  }, []);
  useEffect(() => take(page), [page, take]);
  const { id, show } = page;
  useEffect(() => {
    const { path } = withParams(getSeatingByShowAndDate, { showName: show.id, date: id });
    const look = async () => {
      if (document.hidden || isSaving.current) return;
      const answer = await fetch(path, { headers: { accept: 'application/json' } }).catch(() => null);
      const next: unknown = answer?.ok ? await answer.json().catch(() => null) : null;
      if (isSeating(next) && next.id === id && !isSaving.current) take(next);
    };
    const timer = setInterval(look, often);
    addEventListener('focus', look);
    return () => {
      clearInterval(timer);
      removeEventListener('focus', look);
    };
  }, [id, show.id, take]);
  return { now, isSaving };
}

/** Returns true if a response is the content of a planner. */
export const isSeating = (content: unknown): content is Page<'seating'> =>
  typeof content === 'object' && content !== null && 'type' in content && content.type === 'seating';
