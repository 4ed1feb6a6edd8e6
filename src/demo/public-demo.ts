import type { FastifyInstance } from 'fastify';
import { PageFetchError } from '#features/archive/reviews/server/index.ts';
import {
  createInternalSetting,
  deleteSetting,
  publicDemoSetting,
  sharedAccountsMessage,
} from '#features/society/settings/server/index.ts';
import type { DbTransaction } from '#platform/server/database/index.ts';
import type { Route } from '#platform/server/http/routes/route.ts';
import type { MailTransport } from '#platform/server/mail/index.ts';
import { day } from '#platform/shared/dates/durations.ts';

/** Marks a demo as one that strangers may see. Only a marked demo is reset every night. */
export const markPublicDemo = (tx: DbTransaction): Promise<void> => createInternalSetting(tx, publicDemoSetting, '1');

export const unmarkPublicDemo = (tx: DbTransaction): Promise<void> => deleteSetting(tx, publicDemoSetting);

/**
 * Returns the reason for refusing a call in a demo that strangers share; undefined if the call is allowed. Refused
 * calls would let strangers register, upload files, lock each other out of the shared accounts or sign each other out.
 */
export function findPublicDemoRefusalReason(
  route: Pick<Route, 'path' | 'files' | 'requiresReauthentication' | 'accountSecurity'>,
): string | undefined {
  if (route.path === '/members/api/register') {
    return 'This is a demo that everybody can see, so nobody can register here. Sign in with one of the accounts it shows.';
  }
  if (route.files) return 'This is a demo that everybody can see, so no files can be uploaded.';
  // A request that only asks if re-authentication is needed changes nothing
  if (route.path === '/members/api/reauthenticate/if_long_ago') return undefined;
  return route.requiresReauthentication === true || route.accountSecurity ? sharedAccountsMessage : undefined;
}

/** Keeps text written by strangers out of search engines. */
export function excludeFromSearchEngines(fastify: FastifyInstance): void {
  fastify.addHook('onSend', async (_request, reply) => {
    reply.header('x-robots-tag', 'noindex, nofollow');
  });
}

/** A mail transport that sends nothing. The emails stay in the mail log until the nightly reset. */
export const discardingMailTransport: MailTransport = {
  to: 'nowhere',
  send: async () => 'This is a demo: nothing was sent.',
};

/** Network access that refuses every request to another site. */
export const refusingNetwork = {
  lookUp: () => Promise.reject(new PageFetchError('refused', 'This demo fetches nothing from other sites.')),
  connect: () => {
    throw new PageFetchError('refused', 'This demo fetches nothing from other sites.');
  },
};

/** Returns the milliseconds until the next 4 am, in UTC. */
export function getMsUntilNightlyReset(now: Date): number {
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), 4);
  return next > now.getTime() ? next - now.getTime() : next + day - now.getTime();
}
