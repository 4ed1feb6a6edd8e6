import { readSettings } from '#features/society/server/index.ts';
import type { SearchEntries } from '#platform/server/feature/search-entries.ts';
import { dateInWords, today } from '#platform/shared/dates.ts';
import { postAddress } from '../address.ts';
import { publicPosts } from './store.ts';

/** The posts for the public that are out. */
export const postSearchEntries: SearchEntries = {
  inSitemap: async ({ db, now }) =>
    (await publicPosts(db, now)).map(({ id, updated_at }) => ({ path: postAddress(id), changed: updated_at })),
  async inSearch({ db, now }) {
    const { timeZone } = await readSettings(db);
    return (await publicPosts(db, now)).map(({ id, title, published_at }) => ({
      type: 'post',
      title,
      href: postAddress(id),
      detail: published_at ? dateInWords(today(published_at, timeZone), 'day') : '',
      also: [],
      poster: '',
    }));
  },
};
