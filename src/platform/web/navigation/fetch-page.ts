import type { Page } from '#platform/shared/pages.ts';
import { loadPage, unreachable } from './load-page.ts';

/** Fetches a page for a dialog over another one; returns a message where it can't be had. */
export async function fetchPage(path: string): Promise<Page | string> {
  const loaded = await loadPage(new URL(path, location.href), fetch, new AbortController().signal);
  return loaded.kind === 'page' ? loaded.page : loaded.kind === 'failed' ? loaded.message : unreachable;
}
