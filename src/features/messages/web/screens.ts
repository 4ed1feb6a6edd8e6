import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  messages: () => import('./MessagesPage.tsx'),
  opened_message: () => import('./OpenedMessagePage.tsx'),
} satisfies Screens;
