import { z } from 'zod';

/** The settings of the whole site, with the defaults of a new society. */
export const Settings = z.object({
  /** SVG, sanitised by `sanitiseLogo`; "" shows Callboard's lantern. */
  logo: z.string().default(''),
  siteName: z.string().min(1).default('Our drama society'),
  ticketsActive: z.enum(['0', '1']).default('0'),
  ticketsLink: z.string().default(''),
  ticketsHeroPhoto: z.string().default(''),
  /**
   * The percentage of free places below which a performance is scarce. One network may then hold only a few of its
   * places.
   */
  scarcePercent: z.coerce.number().int().min(0).max(100).default(40),
  /** Comma-separated entries, each `label|link` or only a link. */
  socials: z.string().default(''),
  /** Markdown. */
  about: z.string().default(''),
  /** Recipients of visitors' messages, comma-separated; "" emails them to the admins. */
  contactEmail: z.string().default(''),
  /**
   * Recipients of an email about each view of emergency contacts, comma-separated. The webmaster gets it too. If neither
   * is set, the admins are emailed.
   */
  committeeMail: z.string().default(''),
  /**
   * Recipients of members' feedback and of the emails about emergency contacts, comma-separated; "" emails feedback to
   * the admins.
   */
  webmasterMail: z.string().default(''),
  /** The web address of the society's help pages for members; "" for none. */
  helpWiki: z.string().default(''),
  /**
   * Recipients of questions about bookings, comma-separated. Buyers are given the first address; without one, they are
   * referred to the contact form.
   */
  boxOfficeMail: z.string().default(''),
  /** Markdown shown above the list of Member Docs, and edited there. */
  docsText: z.string().default(''),
  mapsURL: z.string().default(''),
  /** Markdown; "" shows the standard privacy notice. */
  privacy: z.string().default(''),
  accessibility: z.string().default(''),
  /** The email or https address for reports of security problems; "" refers to the contact form. */
  securityContact: z.string().default(''),
  /** The people who can create an account: anyone with an admin's approval, only invited people, or anyone. */
  registration: z.enum(['approval', 'invitation', 'open']).default('approval'),
  /** The IANA name of the time zone, which decides the society's date. */
  timeZone: z.string().default('Europe/London'),
  /** "01" to "12": the month on whose 1st the society's financial year begins. */
  yearBegins: z
    .string()
    .regex(/^(0[1-9]|1[0-2])$/)
    .default('09'),
  /** 1 if members can declare Gift Aid. Only a charity recognised by HMRC can claim it. */
  giftAid: z.enum(['0', '1']).default('0'),
  /**
   * The number of months for which messages, emails and buyers' details are stored; 0 means for ever. Buyers' details
   * are stored for that time after the performance.
   */
  keepMessagesMonths: z.coerce.number().int().min(0).max(120).default(24),
  keepMailMonths: z.coerce.number().int().min(0).max(120).default(3),
  keepBookingsMonths: z.coerce.number().int().min(0).max(120).default(24),
  /** 1 if admins and the box office need a second factor to sign in; "" if the server's configuration decides. */
  secondFactorRequired: z.enum(['', '0', '1']).default(''),
  accentHue: z.coerce.number().int().min(0).max(359).default(14),
});
export type Settings = z.infer<typeof Settings>;
