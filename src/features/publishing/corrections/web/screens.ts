import type { ScreenLoaders } from '#platform/web/navigation/index.ts';

export const screens = {
  correction_form: () => import('./correction-form-page.tsx'),
} satisfies ScreenLoaders;
