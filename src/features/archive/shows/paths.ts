import { isOnSite } from './visibility.ts';

/** Returns a title in URLs: the first space an underscore, the rest URI-encoded. */
export function toTitleSegment(title: string): string {
  // Browsers take one or two dots for this folder and the one above, encoded or not
  if (title === '.' || title === '..') return `${title}_`;
  return encodeURIComponent(title.toWellFormed().replace(' ', '_'));
}

/** `/past-shows/{id}/{title}`. */
export function showPath({ id, title }: { id: string; title: string }): string {
  return `/past-shows/${id}/${toTitleSegment(title)}`;
}

/** `/members/show/{id}`: the show as its own people see it. */
export const membersShowPath = (id: string): string => `/members/show/${id}`;

/** `/members/manage_shows/{id}/{title}`: where admins' lists lead. */
export function manageShowPath({ id, title }: { id: string; title: string }): string {
  return `/members/manage_shows/${id}/${toTitleSegment(title)}`;
}

/** Returns the path of a show for people who manage shows. An archived show has only its editor. */
export const showPathForManagers = ({
  archived_at,
  ...show
}: {
  id: string;
  title: string;
  archived_at: string | null;
}) => (isOnSite({ archived_at }) ? showPath(show) : manageShowPath(show));

/** `/past-shows/member/{id}/{name}`. */
export function personPath(id: string, name: string): string {
  return `/past-shows/member/${id}/${toTitleSegment(name)}`;
}
