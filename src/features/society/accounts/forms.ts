import { z } from 'zod';
import { email, personName, singleLineText } from '#platform/shared/calls/schemas.ts';

/** The response to a form that was posted without JavaScript. */
export const postedFormAnswer = z
  .object({ code: z.int(), msg: z.string(), fields: z.record(z.string(), z.string()).exactOptional() })
  .optional();

/** The result of a form posted without JavaScript: the typed values (without passwords) and the response. */
export const postedFormFields = { typed: z.record(z.string(), z.string()), answer: postedFormAnswer };

/** A password to sign in with or to set. `findPasswordFault` decides if a new password is acceptable. */
export const passwordField = (missing: string) =>
  z.string({ error: missing }).min(1, missing).max(1000, 'That’s longer than any password we accept.');

export const nameFields = {
  firstname: personName('Enter your first name.'),
  lastname: personName('Enter your last name.'),
};
/** A phone number in any common notation. */
export const phoneField = (missing: string) =>
  singleLineText(missing, 40).pipe(
    z.string().regex(/^[+\d][\d\s().-]*(x\d+)?$/i, 'Enter a phone number, such as 01632 960118.'),
  );

/** The token of a link in an email. */
export const linkTokenField = z.string().max(100).default('');

/** The error on the second password field when the two differ. */
export const buildPasswordMismatch = (field: string) => ({
  path: [field],
  message: 'The passwords don’t match. Type the same one twice.',
});

/** An account's new address, typed by its owner or an admin. */
export const ChangeEmail = z.object({ email: email('Enter the new email address.') });
