import type { Site } from '#platform/shared/pages.ts';
import type { Post } from '../contract.ts';

/** Builds a post's structured data for search engines: a schema.org Article and the breadcrumbs. */
export function buildPostStructuredData(post: Post, site: Site): object[] {
  const { address } = post;
  const above =
    post.show_link === '' ? { name: site.site_name, item: '/' } : { name: post.show_title, item: post.show_link };
  return [
    {
      '@type': 'Article',
      headline: post.title,
      url: address,
      datePublished: post.date,
      description: post.description,
      ...(post.author !== '' && { author: { '@type': 'Person', name: post.author } }),
      publisher: { '@type': 'TheaterGroup', name: site.site_name },
    },
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, ...above },
        { '@type': 'ListItem', position: 2, name: post.title, item: address },
      ],
    },
  ];
}
