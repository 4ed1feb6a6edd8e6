import type { Site } from '../../platform/shared/pages.ts';

/** What search engines are told of the society: a schema.org TheaterGroup, which is a PerformingGroup. */
export const society = (site: Site): object => ({
  '@type': 'TheaterGroup',
  name: site.site_name,
  url: '/',
  image: site.share_picture,
});
