import { z } from 'zod';
import { ShowPhotoSummary } from '#features/media/contract.ts';
import { CurrentRole, ShowDetails, ShowFieldSuggestions } from '#features/shows/edit-contract.ts';

/** The screen on which a show is edited, or made. */
export const EditShowContent = z.object({
  type: z.literal('edit_show'),
  title: z.string(),
  showDetails: ShowDetails,
  showOptions: ShowFieldSuggestions,
  currentRoles: z.array(CurrentRole),
  photographs: ShowPhotoSummary,
});
export type EditShowContent = z.infer<typeof EditShowContent>;

declare module '#platform/shared/pages.ts' {
  interface Pages {
    edit_show: EditShowContent;
  }
}
