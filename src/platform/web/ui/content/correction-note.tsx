import type { ReactNode } from 'react';

/**
 * Says that nothing matches the typed search, and that the results are for another one. `children` is a link to that
 * search.
 */
export function SearchCorrectionNote({ typed, children }: { typed: string; children: ReactNode }) {
  return (
    <>
      Nothing found for “{typed.trim()}”. Showing results for {children}.{' '}
    </>
  );
}
