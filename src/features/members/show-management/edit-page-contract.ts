import { z } from 'zod';
import { ShowDetails, ShowFieldSuggestions, ShowRole } from '#features/archive/shows/edit-contract.ts';
import { ShowPhotoSummary } from '#features/publishing/media/contract.ts';

/** The editor of an existing or new show. */
export const EditShowContent = z.object({
  type: z.literal('edit_show'),
  title: z.string(),
  showDetails: ShowDetails,
  showOptions: ShowFieldSuggestions,
  currentRoles: z.array(ShowRole),
  photographs: ShowPhotoSummary,
  /**
   * The starts of the performances from today on that aren't cancelled, earliest first, with the society's UTC offset.
   */
  upcoming_performances: z.array(z.string()),
});
export type EditShowContent = z.infer<typeof EditShowContent>;

declare module '#platform/shared/pages.ts' {
  interface Pages {
    edit_show: EditShowContent;
  }
}
