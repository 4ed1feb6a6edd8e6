import type { SiteData } from '#platform/shared/pages.ts';

/** Lowercases a leading "The" or "Our", for names within a sentence: "Welcome to the Lanternside Players". */
export const lowercaseArticle = (name: string): string =>
  name.replace(/^(The|Our) /, (article) => article.toLowerCase());

/** Builds the schema.org TheaterGroup for search engines. */
export const buildSocietyStructuredData = (site: SiteData): object => ({
  '@type': 'TheaterGroup',
  name: site.site_name,
  url: '/',
  image: site.share_picture,
});
