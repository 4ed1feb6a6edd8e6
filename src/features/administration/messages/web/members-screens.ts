import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  feedback_form: () => import('./feedback-page.tsx'),
  messages: () => import('./messages-page.tsx'),
  opened_message: () => import('./opened-message-page.tsx'),
} satisfies Screens;
