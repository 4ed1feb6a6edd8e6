import { isActionUrl } from '#platform/shared/calls/action-url.ts';
import { type SocialEntry, type SocialLink, splitSocialEntry, toSocialLink } from './read-socials.ts';

/**
 * Parses the society's social links: comma-separated entries, each `label|link` or only a link. A link without
 * http(s) gets `https://`. Entries without a valid web address are left out.
 */
export function parseSocials(socials: string): SocialLink[] {
  return socials.split(',').flatMap((entry) => parseSocial(entry.trim()) ?? []);
}

/**
 * Returns the reason why an entry is left out: it has no valid web address, or opening it would perform an action on this
 * site. Undefined for a valid entry.
 */
export function findSocialEntryProblem(entry: string): 'no web address' | 'action' | undefined {
  if (parseSocial(entry) === undefined) return 'no web address';
  return isActionUrl(toFullUrl(splitSocialEntry(entry).link)) ? 'action' : undefined;
}

/** Normalises the list of social links for API clients: valid entries only, each with a full URL. */
export function normaliseSocials(socials: string): string {
  return socials
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => findSocialEntryProblem(entry) === undefined)
    .map((entry) => {
      const { label, link } = splitSocialEntry(entry);
      return label === '' ? toFullUrl(link) : `${label}|${toFullUrl(link)}`;
    })
    .join(', ');
}

const toFullUrl = (link: string) => (/^https?:\/\//i.test(link) ? link : `https://${link}`);

function parseSocial(entry: string): SocialLink | undefined {
  const { label, link } = splitSocialEntry(entry);
  const url = toFullUrl(link);
  if (!URL.canParse(url) || /[\s\p{Cc}]/u.test(link)) return undefined;
  const { protocol, hostname, username, password } = new URL(url);
  // Refuses hosts without a dot, such as "localhost"
  if (!/^https?:$/.test(protocol) || !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(hostname) || username || password)
    return undefined;
  return toSocialLink({ label, link: url });
}

/** Parses the list of social links, including entries without a valid link. */
export const parseSocialEntries = (socials: string): SocialEntry[] =>
  socials
    .split(',')
    .map((entry) => splitSocialEntry(entry.trim()))
    .filter(({ label, link }) => label !== '' || link !== '');

/**
 * Formats entries as one text. In links, commas and `|` are percent-encoded. In labels, commas become spaces; `|` may
 * stay, because an entry is split at its last `|`.
 */
export const formatSocials = (entries: readonly SocialEntry[]): string =>
  entries
    .map(({ label, link }) => ({
      label: label.replaceAll(',', ' ').trim(),
      link: link.trim().replaceAll(',', '%2C').replaceAll('|', '%7C'),
    }))
    .filter(({ label, link }) => label !== '' || link !== '')
    .map(({ label, link }) => (label === '' ? link : `${label}|${link}`))
    .join(', ');
