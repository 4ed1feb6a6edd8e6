import { isActionUrl } from '#platform/shared/calls/action-url.ts';

/** The social networks that have their own icon; all other sites get a globe. */
export type SocialSite = 'facebook' | 'instagram' | 'youtube' | 'other';

export interface SocialLink {
  label: string;
  href: string;
  site: SocialSite;
}

const hosts: [RegExp, SocialSite][] = [
  [/(^|\.)(facebook\.com|fb\.com|fb\.me)$/, 'facebook'],
  [/(^|\.)instagram\.com$/, 'instagram'],
  [/(^|\.)(youtube\.com|youtu\.be)$/, 'youtube'],
];
const labels: Record<SocialSite, string> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  youtube: 'YouTube',
  other: '',
};

/**
 * Parses the society's social links: comma-separated entries, each `label|link` or only an address. A link without
 * http(s) gets `https://`. Entries without a valid web address are left out.
 */
export function parseSocials(socials: string): SocialLink[] {
  return socials.split(',').flatMap((entry) => parseSocial(entry.trim()) ?? []);
}

/**
 * Returns true if an entry has a valid web address. Only the server checks this, so that browsers don't load the rule.
 */
export const isSocialLink = (entry: string): boolean =>
  parseSocial(entry) !== undefined && !isActionUrl(toFullUrl(splitSocialEntry(entry).link));

/** The parts of an entry. An empty label means the name of the site. */
export interface SocialEntry {
  label: string;
  link: string;
}

/** Normalises the list for API clients: valid entries only, each with a full URL. */
export function normaliseSocials(socials: string): string {
  return socials
    .split(',')
    .map((entry) => entry.trim())
    .filter(isSocialLink)
    .map((entry) => {
      const { label, link } = splitSocialEntry(entry);
      return label === '' ? toFullUrl(link) : `${label}|${toFullUrl(link)}`;
    })
    .join(', ');
}

/** Splits an entry at its last `|`. */
export function splitSocialEntry(entry: string): SocialEntry {
  const separator = entry.lastIndexOf('|');
  return { label: entry.slice(0, Math.max(separator, 0)).trim(), link: entry.slice(separator + 1).trim() };
}

const toFullUrl = (link: string) => (/^https?:\/\//i.test(link) ? link : `https://${link}`);

function parseSocial(entry: string): SocialLink | undefined {
  const { label, link } = splitSocialEntry(entry);
  const url = toFullUrl(link);
  if (!URL.canParse(url) || /[\s\p{Cc}]/u.test(link)) return undefined;
  const { protocol, hostname, href, username, password } = new URL(url);
  // Refuses hosts without a dot, and "javascript:alert(1)", which would be parsed as a host
  if (!/^https?:$/.test(protocol) || !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(hostname) || username || password)
    return undefined;
  const host = hostname.replace(/^www\./, '');
  const site = hosts.find(([pattern]) => pattern.test(host))?.[1] ?? 'other';
  return { label: label || labels[site] || host, href, site };
}
