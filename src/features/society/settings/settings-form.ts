import { z } from 'zod';
import { isActionUrl } from '#platform/shared/calls/action-url.ts';
import { requiredSingleLine, versionField } from '#platform/shared/calls/schemas.ts';
import { findMapUrl, isShortMapLink, shortMapLinkAdvice } from './maps.ts';
import type { Settings } from './settings.ts';
import { findSocialEntryProblem } from './socials.ts';

const isWebAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
const optionalText = (isValid: (text: string) => boolean, message: string) =>
  z
    .string()
    .trim()
    .max(2000, 'That’s too long for an address.')
    .refine((text) => text === '' || isValid(text), message);

const webAddress = optionalText(isWebAddress, 'Enter a web address that begins with “https://” or “http://”.').refine(
  (text) => !isWebAddress(text) || !isActionUrl(text),
  'This address does something on this site when it’s opened, such as signing out. Enter the address of a page.',
);
const mailAddresses = optionalText(
  (text) => text.split(',').every((address) => z.email().safeParse(address.trim()).success),
  'Enter email addresses, with commas between them.',
);
const markdown = z.string().max(50_000, 'That’s too long: a page can have up to 50,000 characters.');
/** Makes an empty field an error. As the number 0, it would mean the hue red, or unlimited retention. */
const emptyToUndefined = (typed: unknown) => (typed === null || String(typed).trim() === '' ? undefined : typed);
const hueError = 'Choose a hue from 0 to 359.';
const hue = z.preprocess(emptyToUndefined, z.coerce.number(hueError).int().min(0, hueError).max(359, hueError));
const months = z.preprocess(
  emptyToUndefined,
  z.coerce
    .number('Enter a number of months.')
    .int('Enter a whole number of months.')
    .min(0, 'Enter 0 or more.')
    .max(120, 'Enter up to 120 months (ten years), or 0 for no limit.'),
);

/** The map field. Converts text copied from the map service to the URL of the map to embed. */
const mapUrl = z
  .string()
  .trim()
  .max(5000, 'That’s too long for a map.')
  .transform((pasted, context) => {
    const url = pasted === '' ? '' : findMapUrl(pasted);
    if (url !== undefined) return url;
    const message = isShortMapLink(pasted)
      ? shortMapLinkAdvice
      : 'There is no map in what you pasted. In Google Maps, choose Share › Embed a map › Copy HTML and paste that, or paste the address of a place on OpenStreetMap, Google Maps or Bing Maps.';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

const percentError = 'Enter a percentage from 0 to 100.';
const percent = z.preprocess(
  emptyToUndefined,
  z.coerce.number(percentError).int(percentError).min(0, percentError).max(100, percentError),
);

const isTimeZone = (name: string) => {
  try {
    return Intl.DateTimeFormat('en-GB', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/** Returns an error about the social links that the site would leave out; undefined if there are none. */
function findSocialsError(socials: string): string | undefined {
  const entries = socials.split(',').flatMap((entry) => entry.trim() || []);
  const { 'no web address': unreadable = [], action = [] } = Object.groupBy(
    entries,
    (entry) => findSocialEntryProblem(entry) ?? 'valid',
  );
  if (unreadable.length > 0)
    return `${unreadable.length === 1 ? 'This can’t be read as a link' : 'These can’t be read as links'}: ${unreadable.join(', ')}.`;
  return action.length > 0
    ? `A link can’t lead to an address that does something on this site when it’s opened, such as signing out: ${action.join(', ')}.`
    : undefined;
}

const fields = {
  'site-name': requiredSingleLine('Enter the society’s name.', 80, 'Use 80 characters or fewer.'),
  logo: z.string(),
  'tickets-active': z.enum(['0', '1'], 'Choose whether tickets are on sale.'),
  'tickets-link': webAddress,
  'tickets-hero-photo': optionalText(
    (text) => /^\/media\/[\w-]{15,16}\/[^?#]+$/.test(text),
    'Choose one of our pictures: its address begins with “/media/”.',
  ),
  'scarce-percent': percent,
  socials: z
    .string()
    .trim()
    .max(5000, 'That’s too many links for the sidebar.')
    .superRefine((socials, context) => {
      const message = findSocialsError(socials);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    }),
  about: markdown,
  'maps-url': mapUrl,
  'accent-hue': hue,
  registration: z.enum(['approval', 'invitation', 'open'], 'Choose who can create an account.'),
  'second-factor-required': z.enum(['', '0', '1'], 'Choose whether a second factor is required.'),
  'time-zone': z.string().trim().refine(isTimeZone, 'Choose a time zone such as Europe/London.'),
  'year-begins': z.string().regex(/^(0[1-9]|1[0-2])$/, 'Choose a month, 01 to 12.'),
  'gift-aid': z.enum(['0', '1'], 'Choose whether you claim Gift Aid.'),
  'contact-email': mailAddresses,
  'committee-mail': mailAddresses,
  'box-office-mail': mailAddresses,
  'webmaster-mail': mailAddresses,
  'help-wiki': webAddress,
  privacy: markdown,
  accessibility: markdown,
  'security-contact': optionalText(
    (text) => z.email().safeParse(text).success || /^https:\/\//.test(text),
    'Enter an email address or an https address.',
  ),
  'keep-messages-months': months,
  'keep-mail-months': months,
  'keep-bookings-months': months,
} as const;

/** Returns the setting that a field changes: `siteName` for "site-name". */
const toSettingName = (field: string): string =>
  field === 'maps-url' ? 'mapsURL' : field.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/**
 * POST /members/api/admin/admin_settings/site_settings. Omitted fields stay unchanged, because some clients send only
 * the seven fields that the specification names. `version` is the version of the settings that were edited.
 */
export const SettingsBody = z.object(fields).partial().extend({ version: versionField.optional() });

/** Converts the form's fields to settings. */
export function toSettings({ version: _, ...form }: z.infer<typeof SettingsBody>): Partial<Settings> {
  const entries = Object.entries(form).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [toSettingName(name), value]));
}
