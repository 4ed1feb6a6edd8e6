import { membershipPath } from '#features/money/membership/paths.ts';

export const giftAidPath = `${membershipPath}/gift_aid`;
