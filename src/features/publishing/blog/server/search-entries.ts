import { readSettings } from '#features/society/settings/server/index.ts';
import type { SearchEntries } from '#platform/server/feature/search-entries.ts';
import { formatDate, toCalendarDate } from '#platform/shared/dates.ts';
import { blogPostPath } from '../paths.ts';
import { listPublishedBlogTitles } from './store.ts';

/** The posts of the blog that are out. */
export const blogSearchEntries: SearchEntries = {
  listSitemapEntries: async ({ db, now }) =>
    (await listPublishedBlogTitles(db, now)).map(({ key, updated_at }) => ({
      path: blogPostPath(key),
      changed: updated_at,
    })),
  async listSearchEntries({ db, now }) {
    const { timeZone } = await readSettings(db);
    return (await listPublishedBlogTitles(db, now)).map(({ key, title, published_at }) => ({
      type: 'blog',
      title,
      href: blogPostPath(key),
      detail: published_at ? formatDate(toCalendarDate(published_at, timeZone), 'day') : '',
      also: [],
      poster: '',
    }));
  },
};
