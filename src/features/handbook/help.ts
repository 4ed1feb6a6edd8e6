import { type Job, pathOfJob } from './jobs.ts';
import { anchorOf } from './sections.ts';

/** Where the handbook tells of a screen: the page of a job, and one of its headings. */
type Told = readonly [Job, string];

/** What the handbook says of each of the members' pages, by its path as the site declares it. */
export const toldOf: Readonly<Record<string, Told>> = {
  '/members/dashboard': ['member', 'See what is new'],
  '/members/post/:id': ['member', 'See what is new'],
  '/members/shows': ['member', 'Find a show’s notices and files'],
  '/members/show/:id': ['member', 'Find a show’s notices and files'],
  '/members/docs': ['member', 'Find the society’s papers'],
  '/members/file/:id/:name': ['member', 'Find the society’s papers'],
  '/members/account_settings': ['member', 'Keep your details right'],
  '/members/feedback_form': ['member', 'Tell us what is wrong'],
  '/members/emergency_contacts/:id': ['director', 'Ring somebody’s emergency contact'],
  '/members/posts': ['secretary', 'Write to the whole society'],
  '/members/docs/manage': ['secretary', 'Put papers up for members'],
  '/members/membership': ['secretary', 'Look somebody up'],
  '/members/membership/reminders': ['secretary', 'Remind people to pay'],
  '/members/membership/import': ['secretary', 'Bring in a list from paper'],
  '/members/admin/manage_users/invite': ['secretary', 'Let a new member in'],
  '/members/admin/messages': ['secretary', 'Answer what people write'],
  '/members/admin/messages/:kind/:id': ['secretary', 'Answer what people write'],
  '/members/get_subs': ['treasurer', 'See who has paid'],
  '/members/get_sums': ['treasurer', 'See what came in'],
  '/members/membership/gift_aid': ['treasurer', 'Claim Gift Aid'],
  '/members/bookings': ['box-office', 'Sell tickets'],
  '/members/bookings/order/:id': ['box-office', 'Find and change a booking'],
  '/members/bookings/seating/:id': ['box-office', 'Plan who sits where'],
  '/members/bookings/seating/:id/tickets': ['box-office', 'Print for the evening'],
  '/members/bookings/seating/:id/wall': ['box-office', 'Print for the evening'],
  '/members/bookings/seating/:id/rows': ['box-office', 'Print for the evening'],
  '/members/bookings/door/:id': ['front-of-house', 'Let people in'],
  '/members/bookings/door/:id/list': ['front-of-house', 'Have a list on paper'],
  '/members/admin': ['webmaster', 'Start the day'],
  '/members/manage_shows': ['webmaster', 'Correct a show'],
  '/members/manage_shows/new/:title': ['webmaster', 'Add a show'],
  '/members/manage_shows/:id/:title': ['webmaster', 'Correct a show'],
  '/members/admin/corrections': ['webmaster', 'Correct a show'],
  '/members/admin/add-show-member': ['webmaster', 'Add a show'],
  '/members/admin/manage_media': ['webmaster', 'Put up pictures'],
  '/members/admin/set_show_photos': ['webmaster', 'Put up pictures'],
  '/members/admin/people': ['webmaster', 'Mend a name'],
  '/members/admin/people/:id': ['webmaster', 'Mend a name'],
  '/members/admin/manage_users': ['webmaster', 'Say what somebody may use'],
  '/members/admin/manage_users/:id': ['webmaster', 'Say what somebody may use'],
  '/members/manage-blog': ['webmaster', 'Write for the blog'],
  '/members/manage-blog/:key': ['webmaster', 'Write for the blog'],
  '/members/admin/admin_settings': ['webmaster', 'Change the society’s settings'],
  '/members/admin/mails': ['webmaster', 'See whether mail arrives'],
  '/members/admin/mails/:id': ['webmaster', 'See whether mail arrives'],
  '/members/admin/jobs': ['webmaster', 'See what failed'],
  '/members/admin/errors': ['webmaster', 'See what failed'],
  '/members/admin/audit': ['webmaster', 'See what failed'],
};

/** By the number of their parts: those with fewer unknown ones come first, as the site itself looks them up. */
const patterns = Object.entries(toldOf)
  .map(([path, told]) => ({ parts: path.split('/'), told }))
  .sort((a, b) => unknownIn(a.parts) - unknownIn(b.parts));

function unknownIn(parts: readonly string[]): number {
  return parts.filter((part) => part.startsWith(':')).length;
}

/** The address at which the handbook tells of a page; undefined where it doesn't. */
export function helpFor(path: string): string | undefined {
  const parts = path.split('/');
  const found = patterns.find(
    (one) =>
      one.parts.length === parts.length && one.parts.every((part, at) => part.startsWith(':') || part === parts[at]),
  );
  if (!found) return undefined;
  const [job, heading] = found.told;
  return `${pathOfJob(job)}#${anchorOf(heading)}`;
}
