import { useLayoutEffect, useRef, useState } from 'react';

type Actions = Record<string, (...args: never[]) => unknown>;

/** Returns functions that stay the same at every render but call the latest versions, for memoised components. */
export function useStableActions<Own extends Actions>(actions: Own): Own {
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  const [stable] = useState(() => {
    const entries = Object.keys(actions).map((name) => [name, (...args: never[]) => latest.current[name]?.(...args)]);
    return Object.fromEntries(entries) as Own;
  });
  return stable;
}
