import { z } from 'zod';
import { parsePounds } from '../money.ts';
import { cleanLine } from '../text/clean-line.ts';

const invalidAmountMessage = 'Enter the amount in pounds and pence, such as 12.50.';

/**
 * 16 characters of `A-Z a-z 0-9 - _`. 15 are also accepted, because both lengths are part of the protocol
 * (docs/protocol.md).
 */
export const id = z.string().regex(/^[A-Za-z0-9_-]{15,16}$/);
/** The version from which a save started, within the range of a database's column. */
export const version = z.int().min(0).max(2_147_483_647);
/** The version sent by a form, which sends it as text. */
export const versionField = z.coerce.number().pipe(version);
/** A checkbox: true for true, "on", "true" or "1", and false for anything else. Browsers omit an unticked box. */
export const checkbox = z
  .unknown()
  .default('')
  .transform((value) => value === true || value === 'on' || value === 'true' || value === '1');
/** `YYYY-MM-DD`. */
export const calendarDate = z.iso.date();
/** A moment in ISO 8601, with an offset from UTC. */
export const instant = z.iso.datetime({ offset: true });
export const precision = z.enum(['day', 'month', 'year']);
/** A link to the item dated right before or after another item. */
export const adjacentItem = z.object({ href: z.string(), title: z.string() });

/**
 * Text of several lines. Line ends become line feeds; unprintable characters, and blanks at either end, are removed.
 *
 * @param what the text's name in the error message for a text that is too long: "the message"
 */
export const multilineText = (missing: string, max: number, what: string) =>
  z
    .string({ error: missing })
    .transform((typed) =>
      typed
        .replace(/\r\n?/g, '\n')
        .replace(/[^\P{Cc}\n\t]|\p{Cs}/gu, '')
        .trim(),
    )
    .pipe(
      z
        .string()
        .min(1, missing)
        .max(max, `Keep ${what} to ${max.toLocaleString('en-GB')} characters or fewer.`),
    );

/** One line for storage: without line breaks and invisible characters, so that it is safe in an email's header. */
export const singleLine = (max: number, tooLong = `Keep this to ${max} characters or fewer.`) =>
  z.string().overwrite(cleanLine).max(max, tooLong);

/** Validates like `singleLine`, for a field that must not be empty. */
export const requiredSingleLine = (
  missing: string,
  max: number,
  tooLong = `Keep this to ${max} characters or fewer.`,
) => z.string({ error: missing }).overwrite(cleanLine).min(1, missing).max(max, tooLong);

/** A hidden field that only a spam program fills in. */
export const honeypot = z.string().max(200).default('').catch('filled');

/** Matches text that a mail program may turn into a link. A name that contains it is refused. */
const linkish = /:\/\/|www\.|[/@\\]|\.\p{L}{2,}/iu;

/**
 * Converts a name to the form in which a browser would read it in a URL: wide dots and slashes become ordinary ones,
 * and invisible characters are removed.
 */
const toUrlForm = (name: string) =>
  name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[\u3002\u2024\ua4f8\u06d4\u0701\u0702\ufe12]/g, '.')
    .replace(/[\u2044\u2215\u29f8\u2571\u3033]/g, '/')
    .replace(/[\u02d0\u02d1\ua789\u2236\ufe13\ufe55]/g, ':');

/**
 * Validates a person's first or last name. It must not contain a URL or an email address, because the society's own
 * emails contain names.
 */
export const personName = (missing: string) =>
  requiredSingleLine(missing, 60).pipe(
    z
      .string()
      // A name of invisible characters counts as missing
      .refine((name) => toUrlForm(name).trim() !== '', missing)
      .refine((name) => !linkish.test(toUrlForm(name)), 'Enter just the name here, without a web or email address.'),
  );

/** Trims and validates a typed email address. */
export const email = (missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .max(254, 'That email address is too long.')
    .pipe(z.email('Enter an email address, such as ann@example.org.'));

/** Parses an amount of money in pounds, as typed, into pence. */
export const penceFromPounds = z.string({ error: invalidAmountMessage }).transform((written, given) => {
  const pence = parsePounds(written);
  if (pence !== null) return pence;
  given.addIssue({ code: 'custom', message: invalidAmountMessage });
  return z.NEVER;
});

/** The state of a table (`TableState`). */
export const tableState = z.object({
  q: z.string(),
  sort: z.string(),
  filters: z.record(z.string(), z.string()),
  page: z.int(),
  pages: z.int(),
  total: z.int(),
});

// The schemas of a conflict are here instead of in `conflict.ts`, so that screens don't make the browser load the
// schema library

/** The fields of `current` in the response to a conflict, in addition to the current data. */
export const currentVersionFields = {
  /** The version to send in order to save over the current one. */
  version: z.int(),
  /** The name of the person who saved the current version; "" if unknown. */
  changed_by: z.string(),
};

/** The response to a successful save: the new version, on which the next save is based. */
export const savedVersion = z.object({ version: z.int() });
