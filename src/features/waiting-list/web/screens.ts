import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  join_waiting_list: () => import('./JoinWaitingListPage.tsx'),
  waiting_party: () => import('./WaitingPartyPage.tsx'),
} satisfies Screens;
