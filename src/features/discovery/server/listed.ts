import { blogAddress } from '#features/blog/addresses.ts';
import { blogTitles } from '#features/blog/server/index.ts';
import { postAddress } from '#features/posts/address.ts';
import { publicPosts } from '#features/posts/server/index.ts';
import { personAddress, showAddress } from '#features/shows/address.ts';
import { cachedByRecord } from '#features/shows/server/index.ts';
import { cachedByRevision } from '#platform/server/database/cache-by-revision.ts';
import type { PageRequest } from '#platform/server/http/page.ts';
import type { Listed } from './sitemap.ts';

type View = Pick<PageRequest, 'db' | 'revision' | 'now' | 'until'>;

/** Pages that a society always has. */
const fixedPages = [
  '/',
  '/past-shows',
  '/auditions',
  '/blog',
  '/about-us',
  '/contact',
  '/search',
  '/privacy',
  '/accessibility',
];

/** Those of shows and people that the public can see, made once for each change of the archive. */
const archiveAt = cachedByRecord<Pick<View, 'db' | 'revision'>, Listed[]>(
  () => '',
  async ({ shows, byId, people }) => {
    const isPublic = (id: string) => byId.get(id)?.archived_at === null;
    return [
      ...shows.filter(({ id }) => isPublic(id)).map((show) => ({ path: showAddress(show), changed: show.updated_at })),
      ...(await people())
        .filter((person) => person.shows.some(isPublic))
        .map(({ id, name }) => ({ path: personAddress(id, name) })),
    ];
  },
);

/** Every page that search engines may list, made once for each revision. */
export const listedAt = cachedByRevision<View, Listed[]>(async (view) => {
  const { db, now } = view;
  const posts = await publicPosts(db, now);
  const blog = await blogTitles(db, now);
  return [
    ...fixedPages.map((path) => ({ path })),
    ...posts.map(({ id, updated_at }) => ({ path: postAddress(id), changed: updated_at })),
    ...blog.map(({ key, updated_at }) => ({ path: blogAddress(key), changed: updated_at })),
    ...(await archiveAt(view)),
  ];
});
