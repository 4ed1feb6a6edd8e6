import { adminTools, always, authors, here, members, type RouteCases } from '#tests/support/routes/route-cases.ts';

const blog: RouteCases = {
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

const calendarFeed: RouteCases = {
  'GET /calendar.ics': always(200),
  'POST /members/api/account_settings/calendar': members(200),
  'POST /members/api/account_settings/calendar/off': members(200),
  // A calendar can be opened only with its secret, and "guessed" isn't one
  'GET /calendar/:token.ics': { ...always(404), at: '/calendar/guessed.ics' },
};

const corrections: RouteCases = {
  // The page after sending, without the form
  'GET /corrections/sent': { ...always(200), looks: [] },
  'GET /corrections/show/:id': {
    ...always(200),
    at: ({ show }) => `/corrections/show/${show}`,
    looks: [({ past }) => `/corrections/show/${past.id}`],
  },
  // The same form, with fewer fields
  'GET /corrections/person/:id': { ...always(200), at: ({ person }) => `/corrections/person/${person}`, looks: [] },
  // Everybody passes the access check, then gets 400 because the form is empty
  'POST /api/corrections': always(400),
  'GET /members/admin/corrections': { ...adminTools(200), looks: [here] },
  'GET /members/admin/corrections.csv': adminTools(200),
  // Users with Admin Tools pass the access check, then get 400 because the request is empty
  'POST /members/api/corrections/:id/apply': {
    ...adminTools(400),
    at: ({ correction }) => `/members/api/corrections/${correction}/apply`,
  },
  'POST /members/api/corrections/:id/refuse': {
    ...adminTools(200),
    // The other user's request has already rejected the correction
    admin: 409,
    at: ({ correction }) => `/members/api/corrections/${correction}/refuse`,
  },
  'POST /members/api/corrections/:id/undo': {
    ...adminTools(200),
    // The other user's request has already undone the decision
    admin: 409,
    at: ({ correction }) => `/members/api/corrections/${correction}/undo`,
  },
};

const files: RouteCases = {
  'GET /members/file/:id/:name': {
    ...members(200),
    at: ({ file }) => `/members/file/${file}/a.txt`,
    looks: [({ file }) => `/members/file/${file}`],
  },
  'GET /members/files/:id/:name': { ...members(200), at: ({ file }) => `/members/files/${file}/a.txt` },
  'GET /file/:id/:name': {
    ...always(200),
    at: ({ file }) => `/file/${file}/a.txt`,
    looks: [({ openFile }) => `/file/${openFile}`],
  },
  'GET /files/:id/:name': { ...always(200), at: ({ file }) => `/files/${file}/a.txt` },
};

const media: RouteCases = {
  'GET /members/admin/manage_media': { ...adminTools(200), looks: [here, '?q=xylophone'] },
  // Users with Admin Tools pass the access check. Requests that change something then get 400, because they are empty
  'GET /members/api/manage_media/items': adminTools(200),
  'POST /members/api/manage_media/upload': adminTools(400),
  'POST /members/api/manage_media/replace': adminTools(400),
  'POST /members/api/manage_media/modernise': adminTools(400),
  'POST /members/api/manage_media/delete': adminTools(400),
  'POST /members/api/manage_media/restore': adminTools(400),
  'POST /members/api/manage_media/edit': adminTools(400),
  'POST /members/api/manage_media/albums/new': adminTools(400),
  'POST /members/api/manage_media/albums/fill': adminTools(400),
  'POST /members/api/manage_media/albums/edit': adminTools(400),
  'POST /members/api/manage_media/albums/delete': adminTools(400),
  'POST /members/api/manage_media/albums/restore': adminTools(400),
  'POST /members/api/admin/set_show_photos': adminTools(400),
  'POST /members/api/admin/arrange_show_photos': adminTools(400),
  'GET /members/admin/set_show_photos': { ...adminTools(200), looks: [here, ({ past }) => `?show=${past.id}`] },
  'GET /media/:id/:filename': { ...always(200), at: ({ media }) => `/media/${media}/a.webp` },
};

const posts: RouteCases = {
  'GET /': { ...always(200), looks: [here] },
  'GET /auditions': { ...always(200), looks: [here] },
  'GET /post/:id': {
    ...always(200),
    at: ({ post }) => `/post/${post}`,
    looks: [({ openPost }) => `/post/${openPost}`],
  },
  'GET /members/post/:id': {
    ...members(200),
    at: ({ post }) => `/members/post/${post}`,
    looks: [({ post }) => `/members/post/${post}`],
  },
};

/**
 * Everyone who can save a text: authors, directors and admins. These users pass the access check, then get 400 because
 * the file is missing.
 */
const writers = { ...members(403), author: 400, director: 400, otherDirector: 400, adminTools: 400, admin: 400 };

const writing: RouteCases = {
  'POST /members/api/preview': members(400),
  'POST /members/api/blog/picture': writers,
  'POST /members/api/blog/word': writers,
};

/** The cases of each feature of this folder, by its name. */
export const cases: Readonly<Record<string, RouteCases>> = {
  blog,
  'calendar-feed': calendarFeed,
  corrections,
  files,
  media,
  posts,
  writing,
};
