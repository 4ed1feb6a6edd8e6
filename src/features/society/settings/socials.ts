import { isActionUrl } from '#platform/shared/calls/action-url.ts';

/** The sites that have an icon of their own; every other gets a globe. */
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
 * Reads the society's social links: comma-separated, each 'label|link' or a bare address; `https://` is put
 * before a link without http(s). An entry that leads nowhere on the web is left out.
 */
export function parseSocials(socials: string): SocialLink[] {
  return socials.split(',').flatMap((entry) => readSocial(entry.trim()) ?? []);
}

/**
 * Returns true if an entry leads to a page on the web. Asked when links are saved and sent, so that browsers don't have to
 * load the rule.
 */
export const isSocialLink = (entry: string): boolean =>
  readSocial(entry) !== undefined && !isActionUrl(whole(splitSocialEntry(entry).link));

/** An entry as it is written: its label, "" for its site's name, and its link. */
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
      return label === '' ? whole(link) : `${label}|${whole(link)}`;
    })
    .join(', ');
}

/** Splits an entry of the list into its parts. */
export function splitSocialEntry(entry: string): SocialEntry {
  const mark = entry.lastIndexOf('|');
  return { label: entry.slice(0, Math.max(mark, 0)).trim(), link: entry.slice(mark + 1).trim() };
}

const whole = (link: string) => (/^https?:\/\//i.test(link) ? link : `https://${link}`);

function readSocial(entry: string): SocialLink | undefined {
  const { label, link } = splitSocialEntry(entry);
  const written = whole(link);
  if (!URL.canParse(written) || /[\s\p{Cc}]/u.test(link)) return undefined;
  const { protocol, hostname, href, username, password } = new URL(written);
  // A name without a dot, or something like "javascript:alert(1)" read as a host, is no site of a society.
  if (!/^https?:$/.test(protocol) || !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(hostname) || username || password)
    return undefined;
  const host = hostname.replace(/^www\./, '');
  const site = hosts.find(([pattern]) => pattern.test(host))?.[1] ?? 'other';
  return { label: label || labels[site] || host, href, site };
}
