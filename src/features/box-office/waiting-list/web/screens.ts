import type { ScreenLoaders } from '#platform/web/navigation/index.ts';

export const screens = {
  join_waiting_list: () => import('./join-waiting-list-page.tsx'),
  waiting_party: () => import('./waiting-party-page.tsx'),
} satisfies ScreenLoaders;
