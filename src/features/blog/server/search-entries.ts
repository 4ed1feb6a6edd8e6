import { readSettings } from '#features/society/server/index.ts';
import type { SearchEntries } from '#platform/server/feature/search-entries.ts';
import { dateInWords, today } from '#platform/shared/dates.ts';
import { blogAddress } from '../addresses.ts';
import { blogTitles } from './store.ts';

/** The posts of the blog that are out. */
export const blogSearchEntries: SearchEntries = {
  inSitemap: async ({ db, now }) =>
    (await blogTitles(db, now)).map(({ key, updated_at }) => ({ path: blogAddress(key), changed: updated_at })),
  async inSearch({ db, now }) {
    const { timeZone } = await readSettings(db);
    return (await blogTitles(db, now)).map(({ key, title, published_at }) => ({
      type: 'blog',
      title,
      href: blogAddress(key),
      detail: published_at ? dateInWords(today(published_at, timeZone), 'day') : '',
      also: [],
      poster: '',
    }));
  },
};
