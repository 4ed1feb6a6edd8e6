import { type Attention, counted } from '../../../platform/server/attention.ts';
import { manageAddress } from '../address.ts';

/** Shows with nothing but the poster that the site draws. */
export const posterAttention: Attention = {
  tool: '/members/manage_shows',
  waiting: async ({ db }) => {
    const without = await db
      .selectFrom('show')
      .select(['id', 'title'])
      .where('programme', '=', '')
      .where('archived_at', 'is', null)
      .orderBy('date', 'desc')
      .orderBy('id')
      .execute();
    const [newest] = without;
    if (!newest) return [];
    const rest = without.length === 1 ? newest.title : `the newest is ${newest.title}`;
    const words = `${counted(without.length, 'show has', 'shows have')} no poster of their own: ${rest}`;
    return [{ words: without.length === 1 ? words.replace('their', 'its') : words, link: manageAddress(newest) }];
  },
};
