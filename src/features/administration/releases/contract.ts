import { z } from 'zod';
import { declareCall } from '#platform/shared/calls/calls.ts';

export const updatesPath = '/members/admin/updates';

/** Three numbers without a suffix, because a suffix means that the release isn't for everybody. */
const releaseVersion = z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/);

/** The response of a release feed. Anybody may have written it, so only these fields are read. */
export const Release = z.object({ version: releaseVersion, url: z.string().max(500) });
export type Release = z.infer<typeof Release>;

/** The result of the last check of the feed. */
export const ReleaseCheck = z.object({
  checked_at: z.string(),
  /** The error's code; "" if the feed could be read. */
  problem: z.string(),
  /** The version that the feed named when it could last be read, and the address of its notes; "" for none. */
  version: z.string(),
  link: z.string(),
});
export type ReleaseCheck = z.infer<typeof ReleaseCheck>;

/** Returns true if a version, such as "0.10.0", is newer than another one, such as "0.9.2". */
export function isNewerVersion(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => (text.split('-')[0] ?? '').split('.').map(Number));
  for (let index = 0; index < 3; index++) {
    const difference = (a?.[index] ?? 0) - (b?.[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

const problems: Readonly<Record<string, string>> = {
  ENOTFOUND: 'There’s no site with that name.',
  EPRIVATE: 'That name belongs to a private network, and the site only asks public addresses.',
  ESTATUS: 'The address responds with an error.',
  ETOOLARGE: 'What is at the address doesn’t describe a version.',
  EFORMAT: 'What is at the address doesn’t describe a version.',
};

/** Explains why the feed couldn't be read. */
export const formatReleaseProblem = (code: string): string =>
  problems[code] ?? 'The address doesn’t respond, or not by a valid https connection.';

/** `/members/admin/updates`: the running version and the check for new ones. */
export const Updates = z.object({
  type: z.literal('updates'),
  title: z.string(),
  /** The version that is running. */
  version: z.string(),
  may_change: z.boolean(),
  /** The address of the release feed; "" while the check is off. */
  feed: z.string(),
  /** The time of the last check, with the society's UTC offset; "" for never. */
  checked: z.string(),
  /** The problem of the last check, as a sentence; "" for none. */
  problem: z.string(),
  /** A newer version, and the address of its release notes; "" for none. */
  newer: z.string(),
  link: z.string(),
});
export type Updates = z.infer<typeof Updates>;

/**
 * Switches the check for new versions on, or off with an empty address. After switching on, the feed is requested at
 * once.
 */
export const saveReleaseFeed = declareCall('POST', '/members/api/admin/updates', {
  body: z.object({ feed: z.string().trim().max(500, 'Keep the address to 500 characters or fewer.') }),
});

declare module '#platform/shared/pages.ts' {
  interface Pages {
    updates: Updates;
  }
}
