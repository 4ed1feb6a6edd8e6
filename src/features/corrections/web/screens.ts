import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  correction_form: () => import('./CorrectionPage.tsx'),
  corrections: () => import('./CorrectionsPage.tsx'),
} satisfies Screens;
