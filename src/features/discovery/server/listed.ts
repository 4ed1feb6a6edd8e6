import { cachedByRevision } from '#platform/server/database/cache-by-revision.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { Listed } from '#platform/server/feature/public-pages.ts';
import type { PageRequest } from '#platform/server/http/page.ts';
import { inOrder } from '#platform/shared/in-order.ts';

type View = Pick<PageRequest, 'db' | 'revision' | 'now' | 'today' | 'until'>;

/** Every page that search engines may list, of all that features have, made once for each revision. */
export function listedOf(all: Services['all']): (view: View) => Promise<readonly Listed[]> {
  const pages = inOrder(all('publicPages')).flatMap(({ path, inSitemap }) => (inSitemap ? { path } : []));
  return cachedByRevision<View, Listed[]>(async (view) => {
    const listed: Listed[] = [...pages];
    // One list is longer than a call may have arguments
    for (const records of all('publicRecords')) for (const one of await records.listed(view)) listed.push(one);
    return listed;
  });
}
