import { membershipPath } from '#features/membership/paths.ts';

export const remindersPath = `${membershipPath}/reminders`;
export const importPath = `${membershipPath}/import`;
