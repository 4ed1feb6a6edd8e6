import { readSettings } from '#features/society/settings/server/index.ts';
import type { SearchEntries } from '#platform/server/feature/search-entries.ts';
import { formatDate, toCalendarDate } from '#platform/shared/dates.ts';
import { postPath } from '../paths.ts';
import { listPublicPosts } from './store.ts';

/** The posts for the public that are out. */
export const postSearchEntries: SearchEntries = {
  listSitemapEntries: async ({ db, now }) =>
    (await listPublicPosts(db, now)).map(({ id, updated_at }) => ({ path: postPath(id), changed: updated_at })),
  async listSearchEntries({ db, now }) {
    const { timeZone } = await readSettings(db);
    return (await listPublicPosts(db, now)).map(({ id, title, published_at }) => ({
      type: 'post',
      title,
      href: postPath(id),
      detail: published_at ? formatDate(toCalendarDate(published_at, timeZone), 'day') : '',
      also: [],
      poster: '',
    }));
  },
};
