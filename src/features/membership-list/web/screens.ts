import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  membership: () => import('./MembershipPage.tsx'),
  membership_reminders: () => import('./RemindersPage.tsx'),
  membership_import: () => import('./ImportMembersPage.tsx'),
} satisfies Screens;
