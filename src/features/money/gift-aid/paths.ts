import { membershipPath } from '#features/money/subscriptions/paths.ts';

export const giftAidPath = `${membershipPath}/gift_aid`;
