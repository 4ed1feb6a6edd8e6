import { membershipPath } from '#features/membership/paths.ts';

export const giftAidPath = `${membershipPath}/gift_aid`;
