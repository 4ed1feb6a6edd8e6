import { type AdminTodoSource, formatCount } from '#platform/server/feature/feature.ts';
import { day, earlier } from '#platform/shared/dates/durations.ts';
import { manageShowPath } from '../paths.ts';
import { loadSimilarPairs } from '../people/server/people-pages.ts';
import { isOnSiteSql } from './show-views.ts';

/** The maximum age of a show that is counted. Nobody is likely to upload the original poster of an older one. */
const lately = 365 * day;

/** Counts uncancelled shows with only the default poster, among future shows and those of the last year. */
export const missingPosterTodo: AdminTodoSource = {
  tool: '/members/manage_shows',
  waiting: async ({ db, now }) => {
    const since = earlier(now, lately).slice(0, 10);
    const without = await db
      .selectFrom('show')
      .select(['id', 'title'])
      .where('programme', '=', '')
      .where('cancelled', '=', 0)
      .where(isOnSiteSql)
      .where('date', '>=', since)
      .orderBy('date', 'desc')
      .orderBy('id')
      .execute();
    const [newest] = without;
    if (!newest) return [];
    const rest = without.length === 1 ? newest.title : `the newest is ${newest.title}`;
    const count = formatCount(without.length, 'show has no poster of its own', 'shows have no poster of their own');
    return [{ words: `${count}: ${rest}`, link: manageShowPath(newest) }];
  },
};

const tool = '/members/admin/people';

/** Counts pairs of names that are probably one person. */
export const similarNamesTodo: AdminTodoSource = {
  tool,
  waiting: async (visit) => {
    const { length } = (await loadSimilarPairs(visit)).near;
    if (length === 0) return [];
    const words = formatCount(length, 'pair of names may be one person', 'pairs of names may each be one person');
    return [{ words, link: `${tool}?view=near` }];
  },
};
