import { argon2Hashing } from '#features/society/accounts/server/password-hash.ts';

/** As the site hashes, for next to nothing: what tests prove about passwords is the same at any cost. */
export const quickHashing = () => argon2Hashing({ memoryCost: 64, timeCost: 1 });
