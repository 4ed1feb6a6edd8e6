import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';
import type { ScreenLoaders } from '#platform/web/navigation/index.ts';
import { receiptPath } from '../paths.ts';

export const navigation: MembersNavigation = {
  help: {
    [receiptPath(':id')]: ['member', 'Pay for or cancel your membership'],
  },
};

export const screens = {
  subscription_receipt: () => import('./receipt-page.tsx'),
} satisfies ScreenLoaders;
