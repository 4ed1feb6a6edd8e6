import { expect } from 'vitest';
import { onEachSite } from '../tests/support/app.ts';
import { inCast } from '../tests/support/factories.ts';

/**
 * The access matrix: who gets what from every page, call and resource. Each route of the site stands here once, with
 * an address to try it at; a route that isn't here fails the test, and so does a line here that no route answers to.
 */
const matrix: Record<string, { try: (ids: Ids) => string; signedOut: number }> = {
  'GET /': { try: () => '/', signedOut: 200 },
  'GET /auditions': { try: () => '/auditions', signedOut: 200 },
  'GET /post/:id': { try: ({ post }) => `/post/${post}`, signedOut: 200 },
  'GET /blog': { try: () => '/blog', signedOut: 200 },
  'GET /blog/:key': { try: ({ blogPost }) => `/blog/${blogPost}`, signedOut: 200 },
  'GET /blog/feed.xml': { try: () => '/blog/feed.xml', signedOut: 200 },
  'GET /about-us': { try: () => '/about-us', signedOut: 200 },
  'GET /contact': { try: () => '/contact', signedOut: 200 },
  'GET /contact/sent': { try: () => '/contact/sent', signedOut: 200 },
  // Let in, and told that the form is empty
  'POST /api/contact': { try: () => '/api/contact', signedOut: 400 },
  'GET /privacy': { try: () => '/privacy', signedOut: 200 },
  'GET /accessibility': { try: () => '/accessibility', signedOut: 200 },
  'GET /sitedata': { try: () => '/sitedata', signedOut: 200 },
  'GET /tickets': { try: () => '/tickets', signedOut: 200 },
  'GET /favicon.svg': { try: () => '/favicon.svg', signedOut: 200 },
  'GET /past-shows': { try: () => '/past-shows', signedOut: 200 },
  'GET /past-shows/:id': { try: ({ show }) => `/past-shows/${show}`, signedOut: 301 },
  'GET /past-shows/:id/:title': { try: ({ show }) => `/past-shows/${show}/Hamlet`, signedOut: 200 },
  'GET /past-shows/member/:id': { try: ({ person }) => `/past-shows/member/${person}`, signedOut: 301 },
  'GET /past-shows/member/:id/:name': { try: ({ person }) => `/past-shows/member/${person}/Ann`, signedOut: 200 },
  // Let in, and told that it didn't say which review
  'POST /cors': { try: () => '/cors', signedOut: 400 },
  'GET /share/:id/:file': { try: ({ show }) => `/share/${show}/1.jpg`, signedOut: 200 },
  'GET /sitemap.xml': { try: () => '/sitemap.xml', signedOut: 200 },
  'GET /sitemap-:part.xml': { try: () => '/sitemap-1.xml', signedOut: 200 },
  'GET /robots.txt': { try: () => '/robots.txt', signedOut: 200 },
  'GET /calendar.ics': { try: () => '/calendar.ics', signedOut: 200 },
  'GET /.well-known/security.txt': { try: () => '/.well-known/security.txt', signedOut: 200 },
  'GET /search': { try: () => '/search?q=hamlet', signedOut: 200 },
  'GET /file/:id/:name': { try: ({ file }) => `/file/${file}/a.txt`, signedOut: 200 },
  'GET /files/:id/:name': { try: ({ file }) => `/files/${file}/a.txt`, signedOut: 200 },
  'GET /media/:id/:filename': { try: ({ media }) => `/media/${media}/a.webp`, signedOut: 200 },
  'GET /posters/:id/:file': { try: ({ show }) => `/posters/${show}/1.svg`, signedOut: 200 },
};

interface Ids {
  media: string;
  file: string;
  post: string;
  blogPost: string;
  show: string;
  person: string;
}

onEachSite(
  'every page, call and resource answers each kind of visitor as the matrix says',
  async ({ app, a, db, get }) => {
    const show = await a.show({ title: 'Hamlet', credits: [inCast('Ann Hale', 'Hamlet')] });
    const post = await a.post();
    const blogPost = await a.blogPost();
    const media = await a.picture();
    const file = await a.file({ member_docs: 'public' });
    const { id: person } = await db.read.selectFrom('person').select('id').executeTakeFirstOrThrow();
    const routes = app.routes.map(({ method, path }) => `${method} ${path}`);
    expect(Object.keys(matrix).sort()).toEqual(routes.toSorted());
    for (const [route, { try: addressOf, signedOut }] of Object.entries(matrix)) {
      const address = addressOf({ show, person, post, blogPost, media, file });
      const { statusCode } = route.startsWith('POST ')
        ? await app.fastify.inject({ method: 'POST', url: address })
        : await get(address);
      expect({ route, statusCode }).toEqual({ route, statusCode: signedOut });
    }
  },
);
