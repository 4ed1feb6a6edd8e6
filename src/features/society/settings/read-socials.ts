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
 * The parts of an entry in the list of social links. An empty label means the name of the linked site, such as
 * Facebook.
 */
export interface SocialEntry {
  label: string;
  link: string;
}

/** Splits an entry at its last `|`. */
export function splitSocialEntry(entry: string): SocialEntry {
  const separator = entry.lastIndexOf('|');
  return { label: entry.slice(0, Math.max(separator, 0)).trim(), link: entry.slice(separator + 1).trim() };
}

/**
 * Reads the society's social links from the list that the server has normalised, in which each entry has a full URL.
 * Every public page loads this file, so the checks are in a separate file, `socials.ts`.
 */
export const parseNormalisedSocials = (normalised: string): SocialLink[] =>
  normalised
    .split(',')
    .map(splitSocialEntry)
    .flatMap((entry) => (/^https?:/.test(entry.link) && toSocialLink(entry)) || []);

/**
 * Converts an entry to a link. Its label is that of the entry, otherwise the name of the network or, for other sites,
 * the host. Returns undefined if the entry's link isn't a URL.
 */
export function toSocialLink({ label, link }: SocialEntry): SocialLink | undefined {
  if (!URL.canParse(link)) return undefined;
  const { hostname, href } = new URL(link);
  const host = hostname.replace(/^www\./, '');
  const site = hosts.find(([pattern]) => pattern.test(host))?.[1] ?? 'other';
  return { label: label || labels[site] || host, href, site };
}
