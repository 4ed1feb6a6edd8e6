import { extractAuthorName } from '#features/archive/shows/byline.ts';
import type { CreditEntry } from '#features/archive/shows/contract.ts';
import { personPath, showPath } from '#features/archive/shows/paths.ts';
import type { CalendarDate, Precision } from '#platform/shared/dates/dates.ts';
import type { Site } from '#platform/shared/pages.ts';
import { fold } from '#platform/shared/text/text.ts';
import type { PastShowContent } from '../contract.ts';

/** Builds a show's structured data for search engines: a schema.org TheaterEvent, and its place in the site. */
export function buildStructuredData({ show, cast, crew }: PastShowContent, site: Site): object[] {
  const address = showPath(show);
  const author = extractAuthorName(show.author);
  return [
    {
      '@type': 'TheaterEvent',
      name: show.title,
      url: address,
      image: show.programme,
      startDate: known(show.first_date, show.first_date_precision),
      endDate: known(show.date, show.date_precision),
      eventStatus: `https://schema.org/${show.cancelled ? 'EventCancelled' : 'EventScheduled'}`,
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      organizer: { '@type': 'TheaterGroup', name: show.company || site.site_name },
      ...(show.venue && { location: { '@type': 'Place', name: show.venue, address: show.venue } }),
      workPerformed: { '@type': 'Play', name: show.title, ...(author && { author: person(author) }) },
      performer: cast.map(credited),
      director: crew.filter(({ role }) => fold(role) === 'director').map(credited),
    },
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Past shows', item: '/past-shows' },
        { '@type': 'ListItem', position: 2, name: show.title, item: address },
      ],
    },
  ];
}

/** Returns the known part of the date: 1987-04-12, 1987-04 or 1987. */
function known(date: CalendarDate, precision: Precision): string {
  return date.slice(0, { day: 10, month: 7, year: 4 }[precision]);
}

const person = (name: string) => ({ '@type': 'Person', name });
const credited = ({ id, name }: CreditEntry) => ({ ...person(name), url: personPath(id, name) });
