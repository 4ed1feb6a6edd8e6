import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  audit_log: () => import('./audit-log-page.tsx'),
} satisfies Screens;
