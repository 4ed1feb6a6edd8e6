import { type SocialEntry, splitSocialEntry } from './read-socials.ts';

/** Parses the list of social links, including entries without a valid link. */
export const parseSocialEntries = (socials: string): SocialEntry[] =>
  socials
    .split(',')
    .map((entry) => splitSocialEntry(entry.trim()))
    .filter(({ label, link }) => label !== '' || link !== '');

/** Formats entries as one text. Separators inside an entry are percent-encoded in links and removed from labels. */
export const formatSocials = (entries: readonly SocialEntry[]): string =>
  entries
    .map(({ label, link }) => ({
      label: label.replaceAll(',', ' ').trim(),
      link: link.trim().replaceAll(',', '%2C').replaceAll('|', '%7C'),
    }))
    .filter(({ label, link }) => label !== '' || link !== '')
    .map(({ label, link }) => (label === '' ? link : `${label}|${link}`))
    .join(', ');
