import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  manage_docs: () => import('./manage-docs-page.tsx'),
} satisfies Screens;
