import { setImmediate } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { onEachSite } from '#tests/support/app.ts';
import { inCast, inCrew } from '#tests/support/factories.ts';
import { typesAt } from '../tools/protocol/law.ts';

// A thousand requests take their time on a busy machine
vi.setConfig({ testTimeout: 300_000 });

const kinds = ['signedOut', 'member', 'author', 'director', 'otherDirector', 'admin'] as const;
type Kind = (typeof kinds)[number];
type Answers = Record<Kind, number>;

/** The same for everyone. */
const always = (status: number): Answers => ({
  signedOut: status,
  member: status,
  author: status,
  director: status,
  otherDirector: status,
  admin: status,
});
/** For all who are signed in. */
const members = (status: number): Answers => ({ ...always(status), signedOut: 401 });
/** For this show's directors, and admins. */
const directors = (status: number): Answers => ({ ...always(403), signedOut: 401, director: status, admin: status });

const calendar = '/members/api/account_settings/calendar';
const contacts = ({ show }: Ids) => `/members/emergency_contacts/${show}`;

const managing = (what: string) => (ids: Ids) => `/members/api/admin/users/${ids.someone}/${what}`;
const deciding = (decision: string) => (ids: Ids) => `/members/api/admin/registrations/${ids.user}/${decision}`;

const correcting = (deed: string) => (ids: Ids) => `/members/api/corrections/${ids.correction}/${deed}`;

/** For admins alone. */
const admins = (status: number): Answers => ({ ...always(403), signedOut: 401, admin: status });

/** Which types of page docs/protocol.md tells other clients to expect at a route. */
const pageTypes: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(typesAt).map(([path, types]) => [`GET ${path}`, types]),
);

/**
 * The access matrix: who gets what from every page, call and resource. Each route of the site is here once, with
 * an address to try it at; a route that isn't here fails the test, and so does a line here that no route answers to.
 */
const matrix: Record<string, { try: (ids: Ids) => string; answers: Answers }> = {
  'GET /': { try: () => '/', answers: always(200) },
  'GET /auditions': { try: () => '/auditions', answers: always(200) },
  'GET /post/:id': { try: ({ post }) => `/post/${post}`, answers: always(200) },
  'GET /blog': { try: () => '/blog', answers: always(200) },
  'GET /blog/:key': { try: ({ blogPost }) => `/blog/${blogPost}`, answers: always(200) },
  'GET /blog/:key/*': { try: ({ blogPost }) => `/blog/${blogPost}/and/more`, answers: always(200) },
  'GET /blog/feed.xml': { try: () => '/blog/feed.xml', answers: always(200) },
  'GET /about-us': { try: () => '/about-us', answers: always(200) },
  'GET /contact': { try: () => '/contact', answers: always(200) },
  'GET /contact/sent': { try: () => '/contact/sent', answers: always(200) },
  // Admitted, and told that the form is empty
  'POST /api/contact': { try: () => '/api/contact', answers: always(400) },
  'GET /corrections/sent': { try: () => '/corrections/sent', answers: always(200) },
  'GET /corrections/show/:id': { try: ({ show }) => `/corrections/show/${show}`, answers: always(200) },
  'GET /corrections/person/:id': { try: ({ person }) => `/corrections/person/${person}`, answers: always(200) },
  // Admitted, and told that the form is empty
  'POST /api/corrections': { try: () => '/api/corrections', answers: always(400) },
  'GET /members/admin/corrections': { try: () => '/members/admin/corrections', answers: admins(200) },
  'GET /members/admin/corrections.csv': { try: () => '/members/admin/corrections.csv', answers: admins(200) },
  // Admitted, and told that nothing was sent
  'POST /members/api/corrections/:id/apply': { try: correcting('apply'), answers: admins(400) },
  'POST /members/api/corrections/:id/refuse': { try: correcting('refuse'), answers: admins(200) },
  'POST /members/api/corrections/:id/undo': { try: correcting('undo'), answers: admins(200) },
  'GET /privacy': { try: () => '/privacy', answers: always(200) },
  'GET /accessibility': { try: () => '/accessibility', answers: always(200) },
  'GET /sitedata': { try: () => '/sitedata', answers: always(200) },
  'GET /favicon.ico': { try: () => '/favicon.ico', answers: always(301) },
  'GET /tickets': { try: () => '/tickets', answers: always(200) },
  'GET /members': { try: () => '/members', answers: { ...always(302), signedOut: 200 } },
  // Admitted, and told that the form is empty
  'POST /members': { try: () => '/members', answers: always(400) },
  'POST /members/api/reauthenticate/if_long_ago': {
    try: () => '/members/api/reauthenticate/if_long_ago',
    answers: members(200),
  },
  'GET /members/api/passkey/known': { try: () => '/members/api/passkey/known', answers: always(200) },
  // Admitted; there is no passkey, and none was given
  'POST /members/api/reauthenticate/passkey_options': {
    try: () => '/members/api/reauthenticate/passkey_options',
    answers: members(409),
  },
  'POST /members/api/reauthenticate/passkey': {
    try: () => '/members/api/reauthenticate/passkey',
    answers: members(400),
  },
  // Admitted, and told that there is no code
  'POST /members/api/reauthenticate/second_factor': {
    try: () => '/members/api/reauthenticate/second_factor',
    answers: members(400),
  },
  // Admitted, and told that there is no password
  'POST /members/api/reauthenticate': { try: () => '/members/api/reauthenticate', answers: members(400) },
  'GET /members/logout': { try: () => '/members/logout', answers: members(302) },
  'POST /members/api/logout': { try: () => '/members/api/logout', answers: members(200) },
  // Admitted, and told that the form is empty
  'POST /members/api/register': { try: () => '/members/api/register', answers: always(400) },
  'POST /members/api/register/again': { try: () => '/members/api/register/again', answers: always(400) },
  'POST /members/api/forgotten': { try: () => '/members/api/forgotten', answers: always(400) },
  'POST /members/api/reset': { try: () => '/members/api/reset', answers: always(400) },
  'POST /members/api/confirm': { try: () => '/members/api/confirm', answers: always(400) },
  'GET /members/registered': { try: () => '/members/registered', answers: always(200) },
  'GET /members/confirmed': { try: () => '/members/confirmed', answers: always(200) },
  'GET /members/confirmed/open': { try: () => '/members/confirmed/open', answers: always(200) },
  'GET /members/forgotten': { try: () => '/members/forgotten', answers: always(200) },
  'GET /members/forgotten/sent': { try: () => '/members/forgotten/sent', answers: always(200) },
  'GET /members/password-set': { try: () => '/members/password-set', answers: always(200) },
  'GET /members/confirm/:token': { try: () => '/members/confirm/none', answers: always(200) },
  'GET /members/email/:token': { try: () => '/members/email/none', answers: always(200) },
  'GET /members/email_changed': { try: () => '/members/email_changed', answers: always(200) },
  // Admitted, and told that the link is none
  'POST /members/api/confirm_email': { try: () => '/members/api/confirm_email', answers: always(409) },
  'POST /members/api/account_settings/change_email': {
    try: () => '/members/api/account_settings/change_email',
    answers: members(400),
  },
  'GET /members/reset/:token': { try: () => '/members/reset/none', answers: always(200) },
  'GET /members/invitation/:token': {
    try: () => '/members/invitation/none',
    answers: { ...always(302), signedOut: 200 },
  },
  'GET /members/account_settings': { try: () => '/members/account_settings', answers: members(200) },
  'POST /members/api/account_settings/change_password': {
    try: () => '/members/api/account_settings/change_password',
    answers: members(400),
  },
  'POST /members/api/account_settings/update_profile': {
    try: () => '/members/api/account_settings/update_profile',
    answers: members(400),
  },
  'POST /members/api/account_settings/update_contact_details': {
    try: () => '/members/api/account_settings/update_contact_details',
    answers: members(400),
  },
  'POST /members/api/account_settings/emergency_contact': {
    try: () => '/members/api/account_settings/emergency_contact',
    answers: members(400),
  },
  'POST /members/api/admin/invite': { try: () => '/members/api/admin/invite', answers: admins(400) },
  // Nobody waits there any more
  'POST /members/api/admin/registrations/:id/approve': { try: deciding('approve'), answers: admins(409) },
  'POST /members/api/admin/registrations/:id/decline': { try: deciding('decline'), answers: admins(409) },
  'POST /members/api/admin/registrations/:id/reconsider': { try: deciding('reconsider'), answers: admins(409) },
  'POST /members/api/admin/registrations/approve': {
    try: () => '/members/api/admin/registrations/approve',
    answers: admins(400),
  },
  'POST /members/api/admin/registrations/decline': {
    try: () => '/members/api/admin/registrations/decline',
    answers: admins(400),
  },
  'POST /members/api/admin/registrations/reconsider': {
    try: () => '/members/api/admin/registrations/reconsider',
    answers: admins(400),
  },
  'GET /members/admin/admin_settings': { try: () => '/members/admin/admin_settings', answers: admins(200) },
  'POST /members/api/admin/admin_settings/site_settings': {
    try: () => '/members/api/admin/admin_settings/site_settings',
    answers: admins(200),
  },
  // Admitted, and told that the form is empty
  'POST /members/api/admin/admin_settings/subs/add_new_plan': {
    try: () => '/members/api/admin/admin_settings/subs/add_new_plan',
    answers: admins(400),
  },
  'POST /members/api/admin/admin_settings/subs/:id': {
    try: () => '/members/api/admin/admin_settings/subs/aaaaaaaaaaaaaaaa',
    answers: admins(400),
  },
  'POST /members/api/admin/admin_settings/subs/:id/enabled': {
    try: () => '/members/api/admin/admin_settings/subs/aaaaaaaaaaaaaaaa/enabled',
    answers: admins(400),
  },
  'DELETE /members/api/admin/admin_settings/subs/:id': {
    try: () => '/members/api/admin/admin_settings/subs/aaaaaaaaaaaaaaaa',
    answers: admins(200),
  },
  // Admitted, and told that nothing was sent
  'POST /members/api/upload_file/:show_id': {
    try: ({ show }) => `/members/api/upload_file/${show}`,
    answers: directors(400),
  },
  'POST /members/api/new_post/:show_id': {
    try: ({ show }) => `/members/api/new_post/${show}`,
    answers: directors(400),
  },
  // Admitted, and told that the form is empty
  'POST /members/api/new_post': { try: () => '/members/api/new_post', answers: admins(400) },
  'GET /members/api/manage_society': { try: () => '/members/api/manage_society', answers: admins(200) },
  'GET /members/docs/manage': { try: () => '/members/docs/manage', answers: admins(200) },
  // Admitted, and told that nothing was sent
  'POST /members/api/docs/upload': { try: () => '/members/api/docs/upload', answers: admins(400) },
  'POST /members/api/docs/text': { try: () => '/members/api/docs/text', answers: admins(400) },
  'POST /members/api/docs/:id': { try: ({ file }) => `/members/api/docs/${file}`, answers: admins(400) },
  'POST /members/api/docs/:id/replace': {
    try: ({ file }) => `/members/api/docs/${file}/replace`,
    answers: admins(400),
  },
  'GET /members/posts': { try: () => '/members/posts', answers: members(200) },
  'POST /members/api/posts/:post_id': { try: ({ ofShow }) => `/members/api/posts/${ofShow}`, answers: directors(400) },
  'GET /members/api/manage_show/:show_id': {
    try: ({ show }) => `/members/api/manage_show/${show}`,
    answers: directors(200),
  },
  'GET /members/api/delete_file/:file_id': {
    try: ({ fileOfShow }) => `/members/api/delete_file/${fileOfShow}`,
    answers: directors(200),
  },
  'DELETE /members/api/files/:file_id': {
    try: ({ fileOfShow }) => `/members/api/files/${fileOfShow}`,
    answers: directors(200),
  },
  'POST /members/api/files/:file_id/restore': {
    try: ({ fileOfShow }) => `/members/api/files/${fileOfShow}/restore`,
    answers: directors(200),
  },
  'DELETE /members/api/posts/:post_id': {
    try: ({ ofShow }) => `/members/api/posts/${ofShow}`,
    answers: directors(200),
  },
  'POST /members/api/posts/:post_id/restore': {
    try: ({ ofShow }) => `/members/api/posts/${ofShow}/restore`,
    answers: directors(200),
  },
  'POST /members/api/account_settings/told_of_posts': {
    try: () => '/members/api/account_settings/told_of_posts',
    answers: members(200),
  },
  'POST /members/api/account_settings/credit_style': {
    try: () => '/members/api/account_settings/credit_style',
    answers: members(400),
  },
  'GET /members/dashboard': { try: () => '/members/dashboard', answers: members(200) },
  'GET /members/docs': { try: () => '/members/docs', answers: members(200) },
  'GET /members/shows': { try: () => '/members/shows', answers: members(200) },
  'GET /members/show/:id': { try: ({ show }) => `/members/show/${show}`, answers: members(200) },
  'GET /members/post/:id': { try: ({ post }) => `/members/post/${post}`, answers: members(200) },
  'GET /members/file/:id/:name': { try: ({ file }) => `/members/file/${file}/a.txt`, answers: members(200) },
  'GET /members/files/:id/:name': { try: ({ file }) => `/members/files/${file}/a.txt`, answers: members(200) },
  'GET /members/manage-blog/:key': {
    try: () => '/members/manage-blog/new',
    answers: { ...admins(200), author: 200 },
  },
  // Admitted, and told that the form is empty
  'POST /members/api/blog/:key': { try: () => '/members/api/blog/new', answers: { ...admins(400), author: 400 } },
  'POST /members/api/blog/picture': {
    try: () => '/members/api/blog/picture',
    answers: { ...admins(400), author: 400 },
  },
  'POST /members/api/blog/word': { try: () => '/members/api/blog/word', answers: { ...admins(400), author: 400 } },
  'POST /members/api/blog/:key/delete': {
    try: () => '/members/api/blog/none/delete',
    answers: { ...admins(404), author: 404 },
  },
  'POST /members/api/blog/:key/restore': {
    try: () => '/members/api/blog/none/restore',
    answers: { ...admins(404), author: 404 },
  },
  'GET /members/manage-blog.csv': { try: () => '/members/manage-blog.csv', answers: { ...admins(200), author: 200 } },
  'GET /members/manage-blog': { try: () => '/members/manage-blog', answers: { ...admins(200), author: 200 } },
  'GET /members/get_subs': { try: () => '/members/get_subs', answers: admins(200) },
  'GET /members/get_sums': { try: () => '/members/get_sums', answers: admins(200) },
  'GET /members/bookings': { try: () => '/members/bookings', answers: admins(200) },
  'GET /members/admin': { try: () => '/members/admin', answers: admins(200) },
  'GET /members/admin/manage_media': { try: () => '/members/admin/manage_media', answers: admins(200) },
  // Admitted, and told that nothing was sent
  'GET /members/api/manage_media/items': { try: () => '/members/api/manage_media/items', answers: admins(200) },
  'POST /members/api/manage_media/upload': { try: () => '/members/api/manage_media/upload', answers: admins(400) },
  'POST /members/api/manage_media/replace': { try: () => '/members/api/manage_media/replace', answers: admins(400) },
  'POST /members/api/manage_media/modernise': {
    try: () => '/members/api/manage_media/modernise',
    answers: admins(400),
  },
  'POST /members/api/manage_media/delete': { try: () => '/members/api/manage_media/delete', answers: admins(400) },
  'POST /members/api/manage_media/restore': { try: () => '/members/api/manage_media/restore', answers: admins(400) },
  'POST /members/api/manage_media/edit': { try: () => '/members/api/manage_media/edit', answers: admins(400) },
  'POST /members/api/manage_media/albums/new': {
    try: () => '/members/api/manage_media/albums/new',
    answers: admins(400),
  },
  'POST /members/api/manage_media/albums/fill': {
    try: () => '/members/api/manage_media/albums/fill',
    answers: admins(400),
  },
  'POST /members/api/manage_media/albums/edit': {
    try: () => '/members/api/manage_media/albums/edit',
    answers: admins(400),
  },
  'POST /members/api/manage_media/albums/delete': {
    try: () => '/members/api/manage_media/albums/delete',
    answers: admins(400),
  },
  'POST /members/api/manage_media/albums/restore': {
    try: () => '/members/api/manage_media/albums/restore',
    answers: admins(400),
  },
  'POST /members/api/admin/set_show_photos': { try: () => '/members/api/admin/set_show_photos', answers: admins(400) },
  'POST /members/api/admin/arrange_show_photos': {
    try: () => '/members/api/admin/arrange_show_photos',
    answers: admins(400),
  },
  'GET /members/admin/set_show_photos': { try: () => '/members/admin/set_show_photos', answers: admins(200) },
  'GET /members/admin/add-show-member': { try: () => '/members/admin/add-show-member', answers: admins(200) },
  'GET /members/admin/manage_users': { try: () => '/members/admin/manage_users', answers: admins(200) },
  'GET /members/admin/manage_users.csv': { try: () => '/members/admin/manage_users.csv', answers: admins(200) },
  'GET /members/admin/manage_users/invite': { try: () => '/members/admin/manage_users/invite', answers: admins(200) },
  'GET /members/admin/manage_users/:id': {
    try: ({ someone }) => `/members/admin/manage_users/${someone}`,
    answers: admins(200),
  },
  'POST /members/api/admin/users/:id/access': { try: managing('access'), answers: admins(400) },
  'POST /members/api/admin/users/:id/email': { try: managing('email'), answers: admins(400) },
  'POST /members/api/admin/users/:id/deactivate': { try: managing('deactivate'), answers: admins(200) },
  'POST /members/api/admin/users/:id/activate': { try: managing('activate'), answers: admins(200) },
  'POST /members/api/admin/users/:id/end_sessions': { try: managing('end_sessions'), answers: admins(200) },
  'POST /members/api/admin/users/:id/reset_password': { try: managing('reset_password'), answers: admins(200) },
  'POST /members/api/admin/users/:id/remove_second_factor': {
    try: managing('remove_second_factor'),
    answers: admins(400),
  },
  // Let in, and told that nobody is named
  'POST /members/api/admin/invitations': { try: () => '/members/api/admin/invitations', answers: admins(400) },
  'POST /members/api/admin/invitations/read': {
    try: () => '/members/api/admin/invitations/read',
    answers: admins(400),
  },
  'POST /members/api/admin/invitations/:id/withdraw': {
    try: () => '/members/api/admin/invitations/aaaaaaaaaaaaaaaa/withdraw',
    answers: admins(409),
  },
  'POST /members/api/admin/invitations/:id/restore': {
    try: () => '/members/api/admin/invitations/aaaaaaaaaaaaaaaa/restore',
    answers: admins(409),
  },
  'GET /members/manage_shows': { try: () => '/members/manage_shows', answers: admins(200) },
  'GET /members/manage_shows.csv': { try: () => '/members/manage_shows.csv', answers: admins(200) },
  'GET /members/manage_shows/:id': { try: ({ show }) => `/members/manage_shows/${show}`, answers: admins(302) },
  'GET /members/manage_shows/new/:title': { try: () => '/members/manage_shows/new/New_show', answers: admins(200) },
  'GET /members/manage_shows/:id/:title': {
    try: ({ show }) => `/members/manage_shows/${show}/Hamlet`,
    answers: admins(200),
  },
  // Admitted; a save of nothing changes nothing
  'POST /members/api/manage_shows/:showId': {
    try: ({ show }) => `/members/api/manage_shows/${show}`,
    answers: admins(200),
  },
  'POST /members/api/manage_shows/:showId/restore': {
    try: ({ show }) => `/members/api/manage_shows/${show}/restore`,
    answers: admins(200),
  },
  'POST /members/api/manage_shows/:showId/archive': {
    try: ({ spareShow }) => `/members/api/manage_shows/${spareShow}/archive`,
    answers: admins(200),
  },
  // Let in, and told that there is no file
  'POST /members/api/manage_shows_import': { try: () => '/members/api/manage_shows_import', answers: admins(400) },
  'GET /members/api/people': { try: () => '/members/api/people?q=ann', answers: admins(200) },
  // Admitted, and told that nothing was asked
  'POST /members/api/people/known': { try: () => '/members/api/people/known', answers: admins(400) },
  'POST /members/api/preview': { try: () => '/members/api/preview', answers: members(400) },
  'GET /members/api/account_settings/my_data': {
    try: () => '/members/api/account_settings/my_data',
    answers: members(200),
  },
  'POST /members/api/account_settings/erase': {
    try: () => '/members/api/account_settings/erase',
    answers: members(400),
  },
  // Without a half session, or with nothing in hand
  'POST /members/api/second_factor': { try: () => '/members/api/second_factor', answers: always(400) },
  'POST /members/api/second_factor/passkey_options': {
    try: () => '/members/api/second_factor/passkey_options',
    answers: always(401),
  },
  'POST /members/api/second_factor/cancel': { try: () => '/members/api/second_factor/cancel', answers: always(200) },
  'POST /members/api/passkey/options': { try: () => '/members/api/passkey/options', answers: always(200) },
  'POST /members/api/passkey': { try: () => '/members/api/passkey', answers: always(400) },
  'POST /members/api/account_settings/two_factor': {
    try: () => '/members/api/account_settings/two_factor',
    answers: members(400),
  },
  'POST /members/api/account_settings/two_factor/off': {
    try: () => '/members/api/account_settings/two_factor/off',
    answers: members(409),
  },
  'POST /members/api/account_settings/recovery_codes': {
    try: () => '/members/api/account_settings/recovery_codes',
    answers: members(409),
  },
  'POST /members/api/account_settings/passkeys/options': {
    try: () => '/members/api/account_settings/passkeys/options',
    answers: members(400),
  },
  'POST /members/api/account_settings/passkeys': {
    try: () => '/members/api/account_settings/passkeys',
    answers: members(400),
  },
  'POST /members/api/account_settings/passkeys/:id/remove': {
    try: ({ show }) => `/members/api/account_settings/passkeys/${show}/remove`,
    answers: members(404),
  },
  'POST /members/api/account_settings/sessions/end_others': {
    try: () => '/members/api/account_settings/sessions/end_others',
    answers: members(200),
  },
  'POST /members/api/account_settings/sessions/:id/end': {
    try: ({ show }) => `/members/api/account_settings/sessions/${show}/end`,
    answers: members(404),
  },
  'POST /members/api/admin/add_show_member': {
    try: () => '/members/api/admin/add_show_member',
    answers: admins(400),
  },
  'GET /members/admin/audit': { try: () => '/members/admin/audit', answers: admins(200) },
  'GET /members/admin/audit.csv': { try: () => '/members/admin/audit.csv', answers: admins(200) },
  'GET /members/admin/mails': { try: () => '/members/admin/mails', answers: admins(200) },
  'GET /members/admin/mails.csv': { try: () => '/members/admin/mails.csv', answers: admins(200) },
  'GET /members/admin/mails/:id': { try: ({ mail }) => `/members/admin/mails/${mail}`, answers: admins(200) },
  // Admitted; it has already left, and is sent again; then there is nothing to try or to leave
  'POST /members/api/mails/:id/again': { try: ({ mail }) => `/members/api/mails/${mail}/again`, answers: admins(200) },
  'POST /members/api/mails/:id/retry': { try: ({ mail }) => `/members/api/mails/${mail}/retry`, answers: admins(409) },
  'POST /members/api/mails/:id/let_go': {
    try: ({ mail }) => `/members/api/mails/${mail}/let_go`,
    answers: admins(409),
  },
  'GET /members/admin/messages': { try: () => '/members/admin/messages', answers: admins(200) },
  'GET /members/admin/messages.csv': { try: () => '/members/admin/messages.csv', answers: admins(200) },
  'GET /members/admin/messages/:kind/:id': {
    try: ({ message }) => `/members/admin/messages/contact/${message}`,
    answers: admins(200),
  },
  // Let in, and told to say what to do
  'POST /members/api/messages/:kind/:id/answer': {
    try: ({ message }) => `/members/api/messages/contact/${message}/answer`,
    answers: admins(400),
  },
  'POST /members/api/messages/:kind/:id': {
    try: ({ message }) => `/members/api/messages/contact/${message}`,
    answers: admins(400),
  },
  'GET /members/admin/people': { try: () => '/members/admin/people', answers: admins(200) },
  'GET /members/admin/people.csv': { try: () => '/members/admin/people.csv', answers: admins(200) },
  'GET /members/admin/people/:id': { try: ({ person }) => `/members/admin/people/${person}`, answers: admins(200) },
  // Let in, and told what is missing
  'POST /members/api/people/:id/rename': {
    try: ({ person }) => `/members/api/people/${person}/rename`,
    answers: admins(400),
  },
  'POST /members/api/people/:id/credit_style': {
    try: ({ person }) => `/members/api/people/${person}/credit_style`,
    answers: admins(400),
  },
  'POST /members/api/people/:id/merge': {
    try: ({ person }) => `/members/api/people/${person}/merge`,
    answers: admins(400),
  },
  'POST /members/api/people/:id/two': {
    try: ({ person }) => `/members/api/people/${person}/two`,
    answers: admins(400),
  },
  'POST /members/api/people/:id/maybe_one': {
    try: ({ person }) => `/members/api/people/${person}/maybe_one`,
    answers: admins(400),
  },
  'POST /members/api/people/:id/link': {
    try: ({ person }) => `/members/api/people/${person}/link`,
    answers: admins(400),
  },
  // Admitted, and told that there is nothing to undo
  'POST /members/api/people/:id/unmerge': {
    try: ({ person }) => `/members/api/people/${person}/unmerge`,
    answers: admins(409),
  },
  'POST /members/api/people/:id/unlink': {
    try: ({ person }) => `/members/api/people/${person}/unlink`,
    answers: admins(409),
  },
  'GET /favicon.svg': { try: () => '/favicon.svg', answers: always(200) },
  'GET /past-shows': { try: () => '/past-shows', answers: always(200) },
  'GET /past-shows/:id': { try: ({ show }) => `/past-shows/${show}`, answers: always(301) },
  'GET /past-shows/:id/:title': { try: ({ show }) => `/past-shows/${show}/Hamlet`, answers: always(200) },
  'GET /past-shows/member/:id': { try: ({ person }) => `/past-shows/member/${person}`, answers: always(301) },
  'GET /past-shows/member/:id/:name': { try: ({ person }) => `/past-shows/member/${person}/Ann`, answers: always(200) },
  // Let in, and told that it didn't say which review
  'POST /cors': { try: () => '/cors', answers: always(400) },
  'GET /share/:id/:file': { try: ({ show }) => `/share/${show}/1.jpg`, answers: always(200) },
  'GET /sitemap.xml': { try: () => '/sitemap.xml', answers: always(200) },
  'GET /sitemap-:part.xml': { try: () => '/sitemap-1.xml', answers: always(200) },
  'GET /robots.txt': { try: () => '/robots.txt', answers: always(200) },
  'GET /calendar.ics': { try: () => '/calendar.ics', answers: always(200) },
  'GET /.well-known/security.txt': { try: () => '/.well-known/security.txt', answers: always(200) },
  'GET /members/emergency_contacts/:id': { try: contacts, answers: directors(200) },
  'POST /members/emergency_contacts/:id': { try: contacts, answers: directors(200) },
  'POST /members/api/account_settings/calendar': { try: () => calendar, answers: members(200) },
  'POST /members/api/account_settings/calendar/off': { try: () => `${calendar}/off`, answers: members(200) },
  // Its secret alone opens it, and this is none
  'GET /calendar/:token.ics': { try: () => '/calendar/guessed.ics', answers: always(404) },
  'GET /members/feedback_form': { try: () => '/members/feedback_form', answers: members(200) },
  // Admitted, and told that the form is empty
  'POST /members/api/feedback': { try: () => '/members/api/feedback', answers: members(400) },
  'GET /search': { try: () => '/search?q=hamlet', answers: always(200) },
  'GET /file/:id/:name': { try: ({ file }) => `/file/${file}/a.txt`, answers: always(200) },
  'GET /files/:id/:name': { try: ({ file }) => `/files/${file}/a.txt`, answers: always(200) },
  'GET /media/:id/:filename': { try: ({ media }) => `/media/${media}/a.webp`, answers: always(200) },
  'GET /posters/:id/:file': { try: ({ show }) => `/posters/${show}/1.svg`, answers: always(200) },
};

interface Ids {
  media: string;
  file: string;
  post: string;
  blogPost: string;
  /** Of the show that the director directs. */
  ofShow: string;
  fileOfShow: string;
  show: string;
  spareShow: string;
  person: string;
  user: string;
  mail: string;
  message: string;
  /** A user whom nobody here signs in as. */
  someone: string;
  correction: string;
}

onEachSite('every page, call and resource answers each kind of visitor as the matrix says', async (on) => {
  const { app, a, db } = on;
  const crew = [inCrew('Dee Moss', 'Director')];
  const show = await a.show({ title: 'Hamlet', date: '2026-11-28', credits: [inCast('Ann Hale', 'Hamlet'), ...crew] });
  await a.show({ title: 'Macbeth', credits: [inCrew('Oli Park', 'Producer')] });
  const spareShow = await a.show({ title: 'Othello' });
  const post = await a.post();
  const blogPost = await a.blogPost();
  const media = await a.picture();
  const file = await a.file({ member_docs: 'public' });
  const { id: person } = await db.read
    .selectFrom('person')
    .select('id')
    .where('name', '=', 'Ann Hale')
    .executeTakeFirstOrThrow();
  const ofShow = await a.post({ show_id: show });
  const fileOfShow = await a.file({ show_id: show });

  const users = {
    member: await a.user(),
    author: await a.user({ role: 'author' }),
    director: await a.user(),
    otherDirector: await a.user(),
    admin: await a.user({ role: 'admin' }),
  };
  await a.personOf(users.director, 'Dee Moss');
  await a.personOf(users.otherDirector, 'Oli Park');

  const mail = await a.mail({ status: 'sent' });
  const message = await a.message();
  const someone = (await a.user()).id;

  const correction = await a.correction({ show_id: show });
  const ids = {
    message,
    someone,
    correction,
    mail,
    ofShow,
    fileOfShow,
    show,
    spareShow,
    person,
    post,
    blogPost,
    media,
    file,
    user: users.member.id,
  };

  const routes = app.routes.map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(matrix).sort()).toEqual(routes.toSorted());
  const pageRoutes = app.routes.filter(({ kind }) => kind === 'page').map(({ path }) => path);
  expect(Object.keys(typesAt).sort()).toEqual(pageRoutes.sort());
  for (const [route, { try: addressOf, answers }] of Object.entries(matrix)) {
    // A thousand requests without a pause look to the site like more than it can bear, and it says so
    await setImmediate();
    for (const kind of kinds) {
      // A session of its own for each: some routes end it
      const { get, send } = kind === 'signedOut' ? on : await on.as(users[kind]);
      const [method] = route.split(' ');
      const address = addressOf(ids);
      // From an address of its own for each route: how much one address may ask is another matter
      const from = { 'x-forwarded-for': `192.0.2.${Object.keys(matrix).indexOf(route)}` };
      const { statusCode } =
        method === 'GET' ? await get(address) : await send(method as 'POST' | 'DELETE', address, from);
      expect({ route, kind, statusCode }).toEqual({ route, kind, statusCode: answers[kind] });
    }
    const types: readonly string[] | undefined = pageTypes[route];
    for (const { page } of types ? [on, await on.as(users.admin)] : []) {
      const { content } = await page(addressOf(ids));
      expect({ route, types: [...(types ?? []), 'login', 'error'] }).toEqual({
        route,
        types: expect.arrayContaining([content.type]),
      });
    }
  }
});
