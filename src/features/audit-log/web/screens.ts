import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  audit_log: () => import('./AuditLogPage.tsx'),
} satisfies Screens;
