import { argon2Hashing } from '#features/society/accounts/server/password-hash.ts';

/** Hashes as the site does, but cheaply: the tests' statements about passwords hold at any cost. */
export const quickHashing = () => argon2Hashing({ memoryCost: 64, timeCost: 1 });
