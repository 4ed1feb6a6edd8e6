import { z } from 'zod';
import { ShowPhotographs } from '#features/media/contract.ts';
import { CurrentRole, ShowDetails, ShowOptions } from '#features/shows/edit-contract.ts';

/** The screen on which a show is edited, or made. */
export const EditShow = z.object({
  type: z.literal('edit_show'),
  title: z.string(),
  showDetails: ShowDetails,
  showOptions: ShowOptions,
  currentRoles: z.array(CurrentRole),
  photographs: ShowPhotographs,
});
export type EditShow = z.infer<typeof EditShow>;

declare module '#platform/shared/pages.ts' {
  interface Pages {
    edit_show: EditShow;
  }
}
