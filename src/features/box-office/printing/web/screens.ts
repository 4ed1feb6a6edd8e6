import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  printed_tickets: () => import('./printed-tickets-page.tsx'),
  row_labels: () => import('./row-labels-page.tsx'),
  wall_plan: () => import('./wall-plan-page.tsx'),
} satisfies Screens;
