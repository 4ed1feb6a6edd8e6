import type { Feature } from '#platform/server/feature/feature.ts';
import { adminTools } from './admin-tools.ts';
import { adminSettingsPages } from './server/admin-settings.ts';
import { findSettingTexts } from './server/texts.ts';

export const adminSettings: Feature = {
  routes: adminSettingsPages,
  textsOnSite: [findSettingTexts],
  adminTools,
};
