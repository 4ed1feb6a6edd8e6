import { showPhotosHref } from '#features/publishing/media/paths.ts';

/** Explains who sees a show's files, and who adds the photographs on its public page. */
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
