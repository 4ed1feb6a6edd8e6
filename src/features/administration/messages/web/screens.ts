import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  messages: () => import('./messages-page.tsx'),
  opened_message: () => import('./opened-message-page.tsx'),
} satisfies Screens;
