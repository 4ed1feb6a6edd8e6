import { always, authors, here, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
  'GET /blog': { ...always(200), looks: [here] },
  'GET /blog/:key': {
    ...always(200),
    at: ({ blogPost }) => `/blog/${blogPost}`,
    looks: [({ blog }) => `/blog/${blog}`],
  },
  // The same response as for the path without the part after the key
  'GET /blog/:key/*': { ...always(200), at: ({ blogPost }) => `/blog/${blogPost}/and/more`, looks: [] },
  'GET /blog/feed.xml': always(200),
  'GET /members/manage-blog/:key': {
    ...authors(200),
    at: '/members/manage-blog/new',
    looks: ['/members/manage-blog/new', ({ blog }) => `/members/manage-blog/${blog}`],
  },
  // Authors pass the access check, then get 400 because the form is empty
  'POST /members/api/blog/:key': { ...authors(400), at: '/members/api/blog/new' },
  'POST /members/api/blog/:key/delete': { ...authors(404), at: '/members/api/blog/none/delete' },
  'POST /members/api/blog/:key/restore': { ...authors(404), at: '/members/api/blog/none/restore' },
  'GET /members/manage-blog.csv': authors(200),
  'GET /members/manage-blog': { ...authors(200), looks: [here] },
};
