import { yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import type { NewShow } from '../../../incoming-show.ts';
import { computeImportKey } from './import-key.ts';
import type { ExistingShow } from './store.ts';

export interface MatchResult {
  /** Shows that don't exist yet. */
  fresh: NewShow[];
  /** The number that exist already. */
  here: number;
  /** Shows created on the site that turn out to be rows of this archive. */
  links: { id: string; key: string }[];
}

/**
 * Separates the shows of an archive that don't exist yet from those that do. A show exists if its import key is known,
 * even if it has been corrected since, or if an existing show has its title, first performance and company.
 */
export async function matchExistingShows(
  shows: readonly NewShow[],
  showsHere: readonly ExistingShow[],
): Promise<MatchResult> {
  const keys = new Set(showsHere.map((show) => show.import_key));
  const byIdentity = new Map<string, ExistingShow>();
  for (const show of showsHere) {
    const key = computeImportKey(show);
    if (!byIdentity.has(key)) byIdentity.set(key, show);
    await yieldToEventLoop();
  }

  const fresh: NewShow[] = [];
  const links = new Map<string, string>();
  for (const show of shows) {
    await yieldToEventLoop();
    const key = show.import_key ?? computeImportKey(show);
    if (keys.has(key)) continue;
    const same = byIdentity.get(key) ?? byIdentity.get(computeImportKey(show));
    if (same === undefined) fresh.push(show);
    else if (same.import_key === null && !links.has(same.id)) links.set(same.id, key);
  }
  return { fresh, here: shows.length - fresh.length, links: [...links].map(([id, key]) => ({ id, key })) };
}
