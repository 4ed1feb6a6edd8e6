import type { MembersNavigation } from '#features/layout/web/index.ts';
import { receiptPath } from '../paths.ts';

export const navigation: MembersNavigation = {
  help: {
    [receiptPath(':id')]: ['member', 'Pay or leave your membership'],
  },
};
