import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  admin_settings: () => import('./admin-settings-page.tsx'),
} satisfies Screens;
