import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  membership: () => import('./membership-page.tsx'),
  membership_reminders: () => import('./reminders-page.tsx'),
  membership_import: () => import('./import-members-page.tsx'),
} satisfies Screens;
