import type { FastifyInstance } from 'fastify';
import { PageFetchError } from '#features/archive/reviews/server/index.ts';
import {
  publicDemoSetting,
  removeSetting,
  sharedAccountsMessage,
  writeInternalSetting,
} from '#features/society/settings/server/index.ts';
import type { DbTransaction } from '#platform/server/database/index.ts';
import type { Route } from '#platform/server/http/routes/route.ts';
import type { MailTransport } from '#platform/server/mail/index.ts';
import { day } from '#platform/shared/dates/durations.ts';

/** Marks a demo that strangers may see: only a marked one is ever emptied to start again. */
export const markPublicDemo = (tx: DbTransaction): Promise<void> => writeInternalSetting(tx, publicDemoSetting, '1');

export const unmarkPublicDemo = (tx: DbTransaction): Promise<void> => removeSetting(tx, publicDemoSetting);

/**
 * Returns why a call is refused in a demo that strangers share, or undefined. With such a call they could upload
 * anything, lock each other out of the shared accounts or sign each other out.
 */
export function findPublicDemoRefusal(
  route: Pick<Route, 'path' | 'files' | 'grave' | 'accountSecurity'>,
): string | undefined {
  if (route.path === '/members/api/register') {
    return 'This is a demo that everybody can see, so nobody registers here. Sign in with one of the accounts it shows.';
  }
  if (route.files) return 'This is a demo that everybody can see, so it takes no files.';
  // A re-authentication requested by a link is only a question
  if (route.path === '/members/api/reauthenticate/if_long_ago') return undefined;
  return route.grave === true || route.accountSecurity ? sharedAccountsMessage : undefined;
}

/** Keeps text written by strangers out of search engines. */
export function excludeFromSearchEngines(fastify: FastifyInstance): void {
  fastify.addHook('onSend', async (_request, reply) => {
    reply.header('x-robots-tag', 'noindex, nofollow');
  });
}

/** Sends emails nowhere: they stay in the mail log until the night. */
export const discardingTransport: MailTransport = {
  to: 'nowhere',
  send: async () => 'This is a demo: nothing was sent.',
};

/** No other site is asked for anything. */
export const noNetwork = {
  lookUp: () => Promise.reject(new PageFetchError('refused', 'This demo asks no other site for anything.')),
  connect: () => {
    throw new PageFetchError('refused', 'This demo asks no other site for anything.');
  },
};

/** Milliseconds until it is next four in the morning, by the world's clock. */
export function untilTheNight(now: Date): number {
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), 4);
  return next > now.getTime() ? next - now.getTime() : next + day - now.getTime();
}
