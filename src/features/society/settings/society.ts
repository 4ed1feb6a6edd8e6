import type { Site } from '#platform/shared/pages.ts';

/** A society's name within a sentence: "Welcome to the Lanternside Players", "to our drama society". */
export const lowercaseArticle = (name: string): string =>
  name.replace(/^(The|Our) /, (article) => article.toLowerCase());

/** The society as a schema.org TheaterGroup, for search engines. */
export const societySchema = (site: Site): object => ({
  '@type': 'TheaterGroup',
  name: site.site_name,
  url: '/',
  image: site.share_picture,
});
