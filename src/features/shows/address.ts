import { isOnSite } from './visibility.ts';

/** A title as addresses carry it: the first space an underscore, the rest URI-encoded. */
export function titleInAddress(title: string): string {
  // Browsers take one or two dots for this folder and the one above, encoded or not
  if (title === '.' || title === '..') return `${title}_`;
  return encodeURIComponent(title.toWellFormed().replace(' ', '_'));
}

/** `/past-shows/{id}/{title}`. */
export function showAddress({ id, title }: { id: string; title: string }): string {
  return `/past-shows/${id}/${titleInAddress(title)}`;
}

/** `/members/show/{id}`: the show as its own people see it. */
export const membersShowAddress = (id: string): string => `/members/show/${id}`;

/** `/members/manage_shows/{id}/{title}`: where admins' lists lead. */
export function manageAddress({ id, title }: { id: string; title: string }): string {
  return `/members/manage_shows/${id}/${titleInAddress(title)}`;
}

/** Where those who manage shows look at one: an archived show has only its editor. */
export const addressForManagers = ({
  archived_at,
  ...show
}: {
  id: string;
  title: string;
  archived_at: string | null;
}) => (isOnSite({ archived_at }) ? showAddress(show) : manageAddress(show));

/** `/past-shows/member/{id}/{name}`. */
export function personAddress(id: string, name: string): string {
  return `/past-shows/member/${id}/${titleInAddress(name)}`;
}
