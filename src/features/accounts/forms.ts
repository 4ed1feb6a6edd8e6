import { z } from 'zod';
import { email, personName } from '#platform/shared/schemas.ts';

/** What was said of a form that was posted without JavaScript. */
export const answer = z
  .object({ code: z.int(), msg: z.string(), fields: z.record(z.string(), z.string()).exactOptional() })
  .optional();

/** What a form that was posted without JavaScript gets back: what was typed, passwords left out, and what was said. */
export const postedForm = { typed: z.record(z.string(), z.string()), answer };

/** A password to sign in with, or to be set; what it has to be is the rules' to say. */
export const password = (missing: string) =>
  z.string({ error: missing }).min(1, missing).max(1000, 'That is longer than any password here.');

/** What somebody is called. */
export const names = { firstname: personName('Enter your first name.'), lastname: personName('Enter your last name.') };
/** What stands in a link in a mail, and stands for whoever reads it. */
export const linkToken = z.string().max(100).default('');

/** What is said beside the second of two fields that have to be the same. */
export const differs = (field: string) => ({
  path: [field],
  message: 'The two passwords differ. Type the same one twice.',
});

/** The address that an account is to have, asked for by its owner or set by an admin. */
export const ChangeEmail = z.object({ email: email('Enter the new email address.') });
