import { z } from 'zod';
import { Plan } from '#features/membership/contract.ts';
import { Settings } from '#features/society/settings.ts';

/** `/members/admin/admin_settings`: the whole site's settings, and the plans that members subscribe to. */
export const AdminSettings = z.object({
  type: z.literal('admin_settings'),
  title: z.string(),
  settings: Settings,
  /** Sent back with a save, so that nobody overwrites what somebody else has saved meanwhile. */
  version: z.string(),
  subs: z.array(Plan),
});
export type AdminSettings = z.infer<typeof AdminSettings>;

declare module '#platform/shared/pages.ts' {
  interface Pages {
    admin_settings: AdminSettings;
  }
}
