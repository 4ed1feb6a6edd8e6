import { createArgon2Hashing } from '#features/society/accounts/server/passwords.ts';

/** Creates the site's password hashing, but with cheap settings, because no test depends on the cost. */
export const createQuickHashing = () => createArgon2Hashing({ memoryCost: 64, timeCost: 1 });
