import { type Algorithm, hash, verify } from '@node-rs/argon2';

const cost = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 };

/** A password as it is stored: Argon2id in PHC notation, made off the main thread. */
export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), cost);

/** Whether the password is the one of this hash. An empty or broken hash fits none. */
export const isPasswordOf = (stored: string, password: string): Promise<boolean> =>
  verify(stored, password.normalize('NFKC')).catch(() => false);
