import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  printed_tickets: () => import('./PrintedTicketsPage.tsx'),
  row_labels: () => import('./RowLabelsPage.tsx'),
  wall_plan: () => import('./WallPlanPage.tsx'),
  seating: () => import('./SeatingPage.tsx'),
} satisfies Screens;
