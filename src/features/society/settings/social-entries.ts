import { type SocialEntry, splitSocialEntry } from './socials.ts';

/** The entries of the list, those too that lead nowhere. */
export const parseSocialEntries = (socials: string): SocialEntry[] =>
  socials
    .split(',')
    .map((entry) => splitSocialEntry(entry.trim()))
    .filter(({ label, link }) => label !== '' || link !== '');

/** Formats entries as one text. Separators inside an entry are percent-encoded in addresses and dropped from names. */
export const formatSocials = (entries: readonly SocialEntry[]): string =>
  entries
    .map(({ label, link }) => ({
      label: label.replaceAll(',', ' ').trim(),
      link: link.trim().replaceAll(',', '%2C').replaceAll('|', '%7C'),
    }))
    .filter(({ label, link }) => label !== '' || link !== '')
    .map(({ label, link }) => (label === '' ? link : `${label}|${link}`))
    .join(', ');
