import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  feedback_form: () => import('./feedback-page.tsx'),
} satisfies Screens;
