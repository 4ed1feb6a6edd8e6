import { useEffect, useMemo, useRef } from 'react';
import { assignOrderColours } from '../colours.ts';
import type { Plan } from '../plan/plan.ts';

/**
 * Returns the colour of each order: the same map while nobody changes colour, so that components which depend on it
 * alone aren't rendered again.
 */
export function useColours(plan: Plan): ReadonlyMap<string, number> {
  const before = useRef<ReadonlyMap<string, number>>(new Map());
  const colours = useMemo(() => {
    const next = assignOrderColours(plan, before.current);
    const isSame = next.size === before.current.size && [...next].every(([ref, of]) => before.current.get(ref) === of);
    return isSame ? before.current : next;
  }, [plan]);
  useEffect(() => {
    before.current = colours;
  }, [colours]);
  return colours;
}
