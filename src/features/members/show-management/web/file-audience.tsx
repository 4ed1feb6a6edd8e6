import { showPhotosHref } from '#features/publishing/media/paths.ts';

/** Explains who sees a show's files, and how its public page gets photographs, which only some people can add. */
export const FileAudience = ({ show, isAdmin }: { show: string; isAdmin: boolean }) => (
  <p className="meta">
    Only members see these files.{' '}
    {isAdmin ? (
      <>
        Photographs for the show’s public page go in <a href={showPhotosHref(show)}>Add Show Photos</a>.
      </>
    ) : (
      'Photographs on the show’s public page are added by your admins: send yours to one of them.'
    )}
  </p>
);
