import { membershipPath } from '#features/money/membership/paths.ts';

export const remindersPath = `${membershipPath}/reminders`;
export const importMembersPath = `${membershipPath}/import`;
