import { z } from 'zod';
import { adminsOnly, mayUse, requireSession } from '#features/society/accounts/server/index.ts';
import {
  createInternalSetting,
  deleteSetting,
  readInternalSetting,
  readSettings,
} from '#features/society/settings/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import type { AdminTodoSource, Services } from '#platform/server/feature/feature.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { fetchPublicJson, parseFetchableUrl } from '#platform/server/outgoing/public-connection.ts';
import { isNewerVersion, version } from '#platform/server/program/program.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { saveReleaseFeedUrl, type UpdatesContent, updatesPath } from '../contract.ts';

/** Three numbers without a suffix, because a suffix means that the release isn't for everybody. */
const releaseVersion = z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/);

/** The response of a release feed. Anybody may have written it, so only these fields are read. */
const Release = z.object({ version: releaseVersion, url: z.string().max(500) });
type Release = z.infer<typeof Release>;

/** The result of the last check of the feed. */
const ReleaseCheck = z.object({
  checked_at: z.string(),
  /** The error's code; "" if the feed could be read. */
  problem: z.string(),
  /** The version that the feed named when it could last be read, and the URL of its notes; "" for none. */
  version: z.string(),
  link: z.string(),
});
type ReleaseCheck = z.infer<typeof ReleaseCheck>;

/** The names of the internal settings: the feed's URL, stored only while the check is on, and the last result. */
const feedSetting = 'release feed';
const checkSetting = 'release check';

type NeededServices = Pick<Services, 'db' | 'clock' | 'outgoingNetwork' | 'isPublicDemo'>;

const findReleaseFeed = async (db: DbReader): Promise<string> => (await readInternalSetting(db, feedSetting)) ?? '';

async function saveFeed(tx: DbTransaction, feed: string): Promise<void> {
  for (const name of [feedSetting, checkSetting]) await deleteSetting(tx, name);
  if (feed !== '') await createInternalSetting(tx, feedSetting, feed);
}

/** Returns the result of the last check; undefined if there was none. */
async function findReleaseCheck(db: DbReader): Promise<ReleaseCheck | undefined> {
  const stored = await readInternalSetting(db, checkSetting);
  return stored === undefined ? undefined : ReleaseCheck.parse(JSON.parse(stored));
}

/**
 * Returns the version that the feed named when it could last be read, with the URL of its notes; undefined unless that
 * version is newer than the running one.
 */
async function findNewerRelease(db: DbReader): Promise<Pick<ReleaseCheck, 'version' | 'link'> | undefined> {
  const check = await findReleaseCheck(db);
  return check && check.version !== '' && isNewerVersion(check.version) ? check : undefined;
}

/**
 * Asks the release feed for the latest version and stores the result, unless the check is off or the site is a public
 * demo. An error of the feed is stored, not thrown, so that the job isn't retried: the next check is a day later.
 */
export async function checkForRelease({
  db,
  clock,
  outgoingNetwork: network,
  isPublicDemo,
}: NeededServices): Promise<void> {
  const feed = await findReleaseFeed(db.read);
  if (feed === '' || isPublicDemo) return;
  const result = await readRelease(feed, network);
  const before = await findReleaseCheck(db.read);
  const check: ReleaseCheck = {
    checked_at: clock().toISOString(),
    problem: 'problem' in result ? result.problem : '',
    version: 'problem' in result ? (before?.version ?? '') : result.version,
    link: 'problem' in result ? (before?.link ?? '') : result.url,
  };
  await write(db, async (tx) => {
    // While the feed was being read, the check may have been switched off, or the URL changed
    if ((await findReleaseFeed(tx)) !== feed) return;
    await deleteSetting(tx, checkSetting);
    await createInternalSetting(tx, checkSetting, JSON.stringify(check));
  });
}

async function readRelease(
  feed: string,
  network: NeededServices['outgoingNetwork'],
): Promise<Release | { problem: string }> {
  const url = parseFetchableUrl(feed, network);
  if (!url) return { problem: 'EPRIVATE' };
  try {
    const release = Release.safeParse(await fetchPublicJson(url, network));
    // The link is shown to people with Admin Tools, so it must be an ordinary public web address
    if (!release.success || !parseFetchableUrl(release.data.url, network)) return { problem: 'EFORMAT' };
    return release.data;
  } catch (error) {
    return { problem: error instanceof Error && 'code' in error ? String(error.code) : 'ETIMEDOUT' };
  }
}

/** Tells people with Admin Tools of a version that is newer than the running one. */
export const newVersionTodo: AdminTodoSource = {
  tool: updatesPath,
  waiting: async ({ db }) => {
    const newer = await findNewerRelease(db);
    return newer ? [{ words: `Callboard ${newer.version} is out`, link: updatesPath }] : [];
  },
};

export function registerUpdatesRoutes(registry: RouteRegistry, services: Services): void {
  const { page, call } = registry;
  page(updatesPath, { type: 'updates', access: mayUse('admin') }, buildUpdatesPage);
  call(
    saveReleaseFeedUrl,
    { access: adminsOnly, requiresReauthentication: true, rateLimit: 'message' },
    handleSave(services),
  );
}

const buildUpdatesPage = async ({ db, visitor }: PageRequest): Promise<UpdatesContent> => {
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
  (services: Services): CallHandler<typeof saveReleaseFeedUrl> =>
  async (request) => {
    const { db, outgoingNetwork } = services;
    const { feed } = request.body;
    if (feed !== '' && !parseFetchableUrl(feed, outgoingNetwork)) {
      const msg = 'Enter a public web address that begins with https://.';
      refuse(400, msg, { feed: msg });
    }
    const entry = createAuditContext(request, feed === '' ? 'updates.off' : 'updates.on');
    await write(db, async (tx) => {
      await requireSession(tx, request.visitor);
      await saveFeed(tx, feed);
      await recordAudit(tx, { ...entry, detail: feed });
    });
    if (feed === '') return ok('Switched off. The site no longer checks for new versions.');
    await checkForRelease(services);
    const check = await findReleaseCheck(db.read);
    const problem = check?.problem ? ` ${formatReleaseProblem(check.problem)}` : '';
    return ok(`The check is on. The site asks this address once a day.${problem}`);
  };

const problems: Readonly<Record<string, string>> = {
  ENOTFOUND: 'There’s no site at this address.',
  EPRIVATE: 'This address belongs to this machine or a private network, and the site only asks public addresses.',
  ESTATUS: 'The site at this address responds with an error.',
  ETOOLARGE: 'The file at this address doesn’t describe a version.',
  EFORMAT: 'The file at this address doesn’t describe a version.',
};

/** Explains why the feed couldn't be read. */
const formatReleaseProblem = (code: string): string =>
  problems[code] ?? 'Nothing responds at this address over a valid https connection.';
