/** Returns true if visitors can see the show. Only people who manage shows can see an archived show. */
export const isOnSite = ({ archived_at }: { archived_at: string | null }): boolean => archived_at === null;

/** Formats a title for URLs: the first space as an underscore, the rest URI-encoded. */
export function toTitleSegment(title: string): string {
  // Browsers read one or two dots as the current or the parent folder, even when encoded
  if (title === '.' || title === '..') return `${title}_`;
  return encodeURIComponent(title.toWellFormed().replace(' ', '_'));
}

/** Returns the path of a show's page: `/past-shows/{id}/{title}`. */
export function showPath({ id, title }: { id: string; title: string }): string {
  return `/past-shows/${id}/${toTitleSegment(title)}`;
}

/** Returns `/members/show/{id}`: a show's page for its cast and crew. */
export const membersShowPath = (id: string): string => `/members/show/${id}`;

/** Returns `/members/manage_shows/{id}/{title}`: the page that edits a show. */
export function manageShowPath({ id, title }: { id: string; title: string }): string {
  return `/members/manage_shows/${id}/${toTitleSegment(title)}`;
}

/** Returns the path of a show for people who manage shows. An archived show has only its editor page. */
export const showPathForManagers = ({
  archived_at,
  ...show
}: {
  id: string;
  title: string;
  archived_at: string | null;
}) => (isOnSite({ archived_at }) ? showPath(show) : manageShowPath(show));

/** Returns the path of a person's page: `/past-shows/member/{id}/{name}`. */
export function personPath(id: string, name: string): string {
  return `/past-shows/member/${id}/${toTitleSegment(name)}`;
}
