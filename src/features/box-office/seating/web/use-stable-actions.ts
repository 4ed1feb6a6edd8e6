import { useLayoutEffect, useRef, useState } from 'react';

type Actions = Record<string, (...given: never[]) => unknown>;

/**
 * Returns functions that stay the same at every render and call the latest versions, so that components which receive
 * them aren't rendered again because of them.
 */
export function useStableActions<Own extends Actions>(actions: Own): Own {
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  const [stable] = useState(() => {
    const entries = Object.keys(actions).map((name) => [name, (...given: never[]) => latest.current[name]?.(...given)]);
    return Object.fromEntries(entries) as Own;
  });
  return stable;
}
