import { z } from 'zod';
import { MembershipPlan } from '#features/money/subscriptions/contract.ts';
import { Settings } from '#features/society/settings/settings.ts';
import { SettingsBody } from '#features/society/settings/settings-form.ts';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { currentVersionFields, savedVersion } from '#platform/shared/calls/schemas.ts';

/** `/members/admin/admin_settings`: the whole site's settings, and the plans that members subscribe to. */
export const AdminSettingsContent = z.object({
  type: z.literal('admin_settings'),
  title: z.string(),
  settings: Settings,
  /** The version of the settings. A save sends it, and is refused if somebody else has changed the settings since. */
  version: z.int(),
  /** True if the visitor may also change `securitySettings`. */
  may_secure: z.boolean(),
  subs: z.array(MembershipPlan),
});
export type AdminSettingsContent = z.infer<typeof AdminSettingsContent>;

/** The settings as somebody else has saved them since the visitor opened the form. */
export const CurrentSettings = z.object({ settings: Settings, ...currentVersionFields });
export type CurrentSettings = z.infer<typeof CurrentSettings>;

export const saveSettings = declareCall('POST', '/members/api/admin/admin_settings/site_settings', {
  body: SettingsBody,
  answers: { 200: savedVersion, 409: z.object({ current: CurrentSettings }) },
});

declare module '#platform/shared/pages.ts' {
  interface Pages {
    admin_settings: AdminSettingsContent;
  }
}
