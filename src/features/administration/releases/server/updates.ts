import { adminsOnly, mayUse, requireSession } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { auditContextFrom, recordAudit } from '#platform/server/audit/index.ts';
import { write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { parseFetchableUrl } from '#platform/server/outgoing/fetch-public-json.ts';
import { version } from '#platform/server/program/version.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import * as contract from '../contract.ts';
import { formatReleaseProblem } from '../release.ts';
import { updatesPath } from '../tools.ts';
import { checkForRelease, findNewerRelease, findReleaseCheck, findReleaseFeed, saveFeed } from './check-for-release.ts';

export function registerUpdates(platform: Platform, services: Services): void {
  const { page, call } = platform;
  page(updatesPath, { type: 'updates', access: mayUse('admin') }, buildUpdatesPage);
  call(
    contract.saveReleaseFeed,
    { access: adminsOnly, requiresReauthentication: true, rateLimit: 'message' },
    handleSave(services),
  );
}

const buildUpdatesPage = async ({ db, visitor }: PageRequest): Promise<contract.Updates> => {
  const { timeZone } = await readSettings(db);
  const [check, newer] = [await findReleaseCheck(db), await findNewerRelease(db)];
  return {
    type: 'updates',
    title: 'Updates',
    version,
    may_change: adminsOnly.allows(visitor, undefined),
    feed: await findReleaseFeed(db),
    checked: check ? formatIsoWithOffset(check.checked_at, timeZone) : '',
    problem: check && check.problem !== '' ? formatReleaseProblem(check.problem) : '',
    newer: newer?.version ?? '',
    link: newer?.link ?? '',
  };
};

const handleSave =
  (services: Services): CallHandler<typeof contract.saveReleaseFeed> =>
  async (request) => {
    const { db, outgoingNetwork } = services;
    const { feed } = request.body;
    if (feed !== '' && !parseFetchableUrl(feed, outgoingNetwork)) {
      const msg = 'Enter a public web address that begins with https://.';
      refuse(400, msg, { feed: msg });
    }
    const entry = auditContextFrom(request, feed === '' ? 'updates.off' : 'updates.on');
    await write(db, async (tx) => {
      await requireSession(tx, request.visitor);
      await saveFeed(tx, feed);
      await recordAudit(tx, { ...entry, detail: feed });
    });
    if (feed === '') return ok('Switched off. The site asks nobody for new versions.');
    await checkForRelease(services);
    const check = await findReleaseCheck(db.read);
    const problem = check?.problem ? ` ${formatReleaseProblem(check.problem)}` : '';
    return ok(`Switched on. The site asks this address once a day.${problem}`);
  };
