import { months } from '#features/money/membership/months.ts';
import type { Settings } from '#features/society/settings/settings.ts';

/** The label of each setting in the form. */
export const settingNames: Record<Exclude<keyof Settings, 'docsText'>, string> = {
  siteName: 'Name',
  logo: 'Logo',
  accentHue: 'Accent colour',
  about: 'About us',
  ticketsActive: 'Ticket banner',
  ticketsLink: 'Ticket link',
  ticketsHeroPhoto: 'Picture for the ticket page',
  scarcePercent: 'Few places left',
  socials: 'Social links',
  mapsURL: 'Map',
  timeZone: 'Time zone',
  yearBegins: 'The society’s year begins on the 1st of',
  giftAid: 'Gift Aid',
  registration: 'New accounts',
  secondFactorRequired: 'Second factor for admins and the box office',
  contactEmail: 'Contact form',
  committeeMail: 'Committee',
  boxOfficeMail: 'Box office',
  webmasterMail: 'Webmaster',
  helpWiki: 'Help wiki',
  securityContact: 'Security contact',
  privacy: 'Privacy page',
  accessibility: 'Accessibility page',
  keepMessagesMonths: 'Keep messages',
  keepMailMonths: 'Keep sent emails',
  keepBookingsMonths: 'Keep bookers’ details',
};

/** The choices of settings that are one of several, in their order. */
export const settingChoices = {
  ticketsActive: [
    ['0', 'Off: nothing is on sale yet'],
    ['1', 'On: tickets are on sale'],
  ],
  yearBegins: months.map(({ value, name }) => [value, name] as const),
  giftAid: [
    ['0', 'Off'],
    ['1', 'On: members can make a declaration'],
  ],
  registration: [
    ['approval', 'Anyone can register, and an admin approves them'],
    ['invitation', 'By invitation only'],
    ['open', 'Anyone with an email address'],
  ],
  secondFactorRequired: [
    ['', 'As set on the server'],
    ['1', 'Required'],
    ['0', 'Optional'],
  ],
} as const satisfies Partial<Record<keyof Settings, readonly (readonly [value: string, words: string])[]>>;

/** A setting's value as its form says it. */
export function formatSetting(name: keyof typeof settingNames, value: Settings[keyof Settings]): string {
  const choices: Partial<Record<string, readonly (readonly [string, string])[]>> = settingChoices;
  return choices[name]?.find(([one]) => one === value)?.[1] ?? String(value);
}
