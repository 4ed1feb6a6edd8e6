import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  emergency_contacts: () => import('./emergency-contacts-page.tsx'),
} satisfies Screens;
