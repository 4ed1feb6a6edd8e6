import { z } from 'zod';

/** The settings an admin makes for the whole site, with the defaults of a new society. */
export const Settings = z.object({
  /** SVG of our own writing (`cleanLogo`); "" shows Callboard's lantern. */
  logo: z.string().default(''),
  siteName: z.string().min(1).default('Our drama society'),
  ticketsActive: z.enum(['0', '1']).default('0'),
  ticketsLink: z.string().default(''),
  ticketsHeroPhoto: z.string().default(''),
  /**
   * The share of its places, in per cent, below which a performance is scarce: then one network may hold few of them.
   */
  scarcePercent: z.coerce.number().int().min(0).max(100).default(40),
  /** Comma-separated; each is 'label|link' or a bare address. */
  socials: z.string().default(''),
  /** Markdown. */
  about: z.string().default(''),
  /** Recipients of visitors' messages, comma-separated; "" stores them without emailing anyone. */
  contactEmail: z.string().default(''),
  /** Recipients of an email about each view of emergency contacts, comma-separated; "" emails the admins. */
  committeeMail: z.string().default(''),
  /** People who look after the site and are mailed members' feedback; in the same format. */
  webmasterMail: z.string().default(''),
  /** The society's help pages for members, an http address; "" for none. */
  helpWiki: z.string().default(''),
  /** Recipients of questions about bookings; in the same format. */
  boxOfficeMail: z.string().default(''),
  /** Shown above the list of Member Docs, and edited there. Markdown. */
  docsText: z.string().default(''),
  mapsURL: z.string().default(''),
  /** Markdown; "" shows the facts about the software (notices.ts). */
  privacy: z.string().default(''),
  accessibility: z.string().default(''),
  /** The address for reports of a weakness of the site, by email or https; "" names the contact form. */
  securityContact: z.string().default(''),
  /** The rule for making an account: people an admin approves, only the invited, or everyone with an email address. */
  registration: z.enum(['approval', 'invitation', 'open']).default('approval'),
  /** IANA name: decides the society's date. */
  timeZone: z.string().default('Europe/London'),
  /** "01" to "12": the society's year begins on the 1st of that month. Its ledger follows it. */
  yearBegins: z
    .string()
    .regex(/^(0[1-9]|1[0-2])$/)
    .default('09'),
  /** 1 if members can declare Gift Aid: only for a charity that HMRC recognises. */
  giftAid: z.enum(['0', '1']).default('0'),
  /**
   * For how many months visitors' messages, mails, and after a performance who booked for it, are stored; 0 is for
   * ever.
   */
  keepMessagesMonths: z.coerce.number().int().min(0).max(120).default(24),
  keepMailMonths: z.coerce.number().int().min(0).max(120).default(3),
  keepBookingsMonths: z.coerce.number().int().min(0).max(120).default(24),
  /**
   * 1 if those who manage the society's affairs need a second factor to sign in; "" leaves it to the program's
   * settings.
   */
  secondFactorRequired: z.enum(['', '0', '1']).default(''),
  accentHue: z.coerce.number().int().min(0).max(359).default(14),
});
export type Settings = z.infer<typeof Settings>;

/**
 * The settings that only admins by role change: registration and sign-in, emails about views of emergency contacts, the
 * contact for reports of weaknesses, and retention.
 */
export const securitySettings: ReadonlySet<string> = new Set<keyof Settings>([
  'registration',
  'secondFactorRequired',
  'committeeMail',
  'webmasterMail',
  'securityContact',
  'keepMessagesMonths',
  'keepMailMonths',
  'keepBookingsMonths',
]);
