import type { FastifyInstance } from 'fastify';
import { internet, type NetworkAccess } from '#features/archive/reviews/server/index.ts';
import { withSecondFactorPolicy } from '#features/identity/second-factor/server/index.ts';
import { buildLoginPage, buildReauthenticationPage } from '#features/identity/sign-in/server/index.ts';
import type { PaymentProvider } from '#features/money/payments/server/index.ts';
import {
  createArgon2Hashing,
  type PasswordHashing,
  resolveVisitorAndRecordUse,
} from '#features/society/accounts/server/index.ts';
import { buildSiteData, loadTimeZone } from '#features/website/site/server/index.ts';
import { createRefusalCounter } from '#platform/server/audit/index.ts';
import { createLoopRunner, type LoopRunner } from '#platform/server/background/loops.ts';
import type { KeptBackupCleanup, NightlyBackupTask } from '#platform/server/backup/feature.ts';
import { createEncryption } from '#platform/server/crypto/encryption.ts';
import { type Database, write } from '#platform/server/database/index.ts';
import { createErrorLog } from '#platform/server/error-log/error-log.ts';
import { createContributionsGetter, type Feature, type Services } from '#platform/server/feature/feature.ts';
import { buildPlatformFeatures } from '#platform/server/features.ts';
import type { FindNextPublication } from '#platform/server/http/handlers/route-registry-options.ts';
import type { TrustProxy } from '#platform/server/http/request/client-address.ts';
import type { Frontend } from '#platform/server/http/response/frontend.ts';
import { renderDocument } from '#platform/server/http/response/html-document.ts';
import { createRouteRegistry } from '#platform/server/http/route-registry.ts';
import type { Route } from '#platform/server/http/routes/route.ts';
import { createServer, registerHealthCheckRoutes } from '#platform/server/http/server.ts';
import type { JobHandler } from '#platform/server/jobs/job-handler.ts';
import { getErrorLogLevel, isProgramFault } from '#platform/server/jobs/retries.ts';
import { createJobLoops } from '#platform/server/jobs/runner.ts';
import { createStoredServerTransport, type MailTransport } from '#platform/server/mail/index.ts';
import { countRerenderedTexts } from '#platform/server/markdown/index.ts';
import { type QueryMonitor, registerMetricsRoute } from '#platform/server/metrics/metrics.ts';
import type { OutgoingNetwork } from '#platform/server/outgoing/public-connection.ts';
import { version } from '#platform/server/program/program.ts';
import { messageRateLimit, rateLimits } from '#platform/server/rate-limits/index.ts';
import type { FileStorage } from '#platform/server/storage/storage.ts';
import { excludeFromSearchEngines, findPublicDemoRefusalReason } from './demo/public-demo.ts';
import { features } from './features.ts';

export interface AppOptions {
  db: Database;
  storage: FileStorage;
  frontend: Frontend;
  /** Sends emails; without it they stay queued. */
  mail?: MailTransport;
  /**
   * The network through which addresses entered by admins are reached. By default, only public addresses can be
   * reached.
   */
  outgoingNetwork?: OutgoingNetwork;
  /** Makes the nightly backup; without it none is made. */
  backUp?: NightlyBackupTask;
  /** Copies the nightly backup to another place; without it no copy is made. */
  copyOffsite?: NightlyBackupTask;
  /** Deletes, each night, expired copies of the data from before an upgrade or a restore. */
  deleteExpired?: KeptBackupCleanup;
  /** The network for fetching reviews of shows. Default: the internet. */
  network?: NetworkAccess;
  /** Charges cards; without it card payments are off. */
  paymentProvider?: PaymentProvider | undefined;
  /** The dashboard of the practice provider, which takes practice card payments. */
  practice?: Services['practice'];
  /** True for the demo, in which no money moves. */
  isDemo?: boolean;
  /** True if the demo is shown to strangers. */
  isPublicDemo?: boolean;
  /** Registers additional routes on the same server. */
  alsoServe?: (fastify: FastifyInstance) => void;
  /** The password hashing. Default: Argon2id. */
  passwords?: PasswordHashing;
  clock?: () => Date;
  /** The key that encrypts the secrets in the database; the same at every start (`data-key.ts`). */
  dataKey: string;
  /** True if admins and box-office users need a second factor, unless the society decides otherwise. */
  secondFactorRequired?: boolean;
  /** The site's public address, or "" to take it from the request. */
  publicUrl?: string;
  /** The proxies whose headers about a request's origin are trusted. Default: one on this machine. */
  trustProxy?: TrustProxy;
  /** The response delay beyond which visitors are turned away: see `ServerOptions`. */
  maxDelayMs?: number;
  /** Times the database's statements; slow ones are logged. */
  queries?: QueryMonitor;
  /** The secret that a reader of `/metrics` has to send; without it the page doesn't exist. */
  metricsToken?: string;
  dev?: boolean;
  log?: 'info' | 'warn' | 'silent';
}

export interface BuiltApp {
  fastify: FastifyInstance;
  routes: readonly Route[];
  /** Work that runs alongside the requests; `close` stops it too. */
  loops: LoopRunner;
  close: () => Promise<void>;
}

/** The maximum size of the page cache in bytes. It is enough for a thousand pages or more. */
const cacheBytes = 16 * 1024 * 1024;

/** Returns the localhost URL if the server listens only on this machine, otherwise "". */
function getLoopbackUrl({ server }: FastifyInstance): string {
  const address = server.address();
  const local = address !== null && typeof address === 'object' && /^(127\.|::1$)/.test(address.address);
  return local ? `http://localhost:${address.port}` : '';
}

/**
 * Assembles the site from the features in `features.ts`, in the order of that list, followed by those of the platform.
 * The caller closes the database and the frontend.
 */
export async function buildApp({
  db,
  storage,
  frontend: front,
  mail: givenMail,
  outgoingNetwork = { allowPrivate: false },
  backUp,
  copyOffsite,
  deleteExpired,
  clock = () => new Date(),
  publicUrl = '',
  trustProxy,
  maxDelayMs,
  dev = false,
  log = 'silent',
  network = internet,
  paymentProvider,
  practice,
  isDemo = false,
  isPublicDemo = false,
  queries,
  metricsToken = '',
  alsoServe,
  passwords = createArgon2Hashing(),
  dataKey,
  secondFactorRequired = false,
}: AppOptions): Promise<BuiltApp> {
  const fastify = await createServer({
    log,
    dev,
    https: publicUrl.startsWith('https:'),
    serverFactory: front.serverFactory,
    ...(trustProxy ? { trustProxy } : {}),
    ...(maxDelayMs === undefined ? {} : { maxDelayMs }),
  });
  const home = () => publicUrl || getLoopbackUrl(fastify);

  const faults = createErrorLog(clock);
  queries?.onSlowQuery((slow) => fastify.log.warn(slow, 'a slow query'));
  // The metrics are registered before all routes, because they count the routes' responses
  const jobHandlers = (): readonly JobHandler[] => work;
  if (metricsToken) {
    registerMetricsRoute(fastify, { db, token: metricsToken, queries, faults: faults.total, jobHandlers, clock });
  }

  const encryption = createEncryption(dataKey);
  // The mail server entered in Admin Tools is used only if emails would otherwise go to a folder. That isn't so if the
  // environment sets a server, or in the public demo
  const mail =
    givenMail?.to === 'folder'
      ? createStoredServerTransport({ db, encryption, network: outgoingNetwork, otherwise: givenMail })
      : givenMail;
  const everything: readonly Feature[] = [
    ...features,
    ...buildPlatformFeatures(mail, { backUp, copyOffsite, deleteExpired }, faults),
  ];
  for (const { visibility = {} } of everything) db.declareVisibility(visibility);
  const services: Services = {
    db,
    storage,
    clock,
    home,
    mailTransport: mail,
    outgoingNetwork,
    encryption,
    refusals: createRefusalCounter(),
    isPublicDemo,
    secondFactorRequired,
    passwords,
    network,
    paymentProvider,
    // Payments that move real money never have a practice dashboard, regardless of the options
    practice: paymentProvider?.environment === 'practice' ? practice : undefined,
    environment: paymentProvider?.environment ?? (isDemo ? 'practice' : 'production'),
    jobHandlers,
    getScriptUrl: front.getScriptUrl,
    all: createContributionsGetter(everything),
  };
  const { refusals } = services;
  const work: readonly JobHandler[] = everything.flatMap((feature) => feature.work?.(services) ?? []);

  const registry = createRouteRegistry(fastify, {
    ...services,
    errorRecorder: faults,
    consumeMessageLimit: (address, now) =>
      write(db, (tx) => rateLimits.tryConsume(tx, rateLimits.networkKeys(messageRateLimit, address), now)),
    visitorOf: withSecondFactorPolicy(resolveVisitorAndRecordUse, { compulsory: secondFactorRequired }),
    loginPage: buildLoginPage,
    passwordPage: buildReauthenticationPage,
    refresh: mail?.refresh,
    timeZoneOf: loadTimeZone,
    siteOf: (visit) => buildSiteData(visit, services),
    nextPublication: combineNextPublications(services.all('nextPublications')),
    getExternalRevision: countRerenderedTexts,
    documentOf: async ({ page, site, path, query, origin }) => {
      const { body, head, sources } = await front.render({ page, site, path, query });
      const assets = front.getPageAssets(sources);
      const around = {
        siteName: site.site_name,
        accentHue: site.accent_hue,
        sharePicture: site.share_picture,
        data: { page, site },
        assets,
        origin,
      };
      return renderDocument({ body, head, ...around });
    },
    publicUrl,
    trustProxy,
    home,
    cacheBytes,
    notesAddresses: !isPublicDemo,
    findSwitchedOffReason: isPublicDemo ? findPublicDemoRefusalReason : undefined,
  });
  if (isPublicDemo) excludeFromSearchEngines(fastify);

  registerHealthCheckRoutes(fastify, { db, storage, version });
  await front.serveFiles(fastify);
  for (const { routes } of everything) routes?.(registry, services);
  alsoServe?.(fastify);

  const onFault = (error: unknown, what: string, { isRetried } = { isRetried: true }) => {
    const level = getErrorLogLevel(error, { isRetried });
    fastify.log[level](error, level === 'info' ? `“${what}” isn’t ready and will be tried again` : `“${what}” failed`);
    // Errors of external services aren't faults of the program; the page Background tasks shows them
    if (isProgramFault(error)) faults.record(error, { where: what });
  };
  const zone = async () => loadTimeZone(db.read, await db.revision());
  const loops = createLoopRunner(
    [
      ...createJobLoops({ db, clock, work, onFault }, zone),
      ...everything.flatMap((feature) => feature.loops?.(services) ?? []),
    ],
    onFault,
  );

  await fastify.ready();
  const close = async () => {
    await Promise.all([loops.stop(), fastify.close()]);
    const now = clock().toISOString();
    await faults.write(db).catch((error) => fastify.log.error(error, 'errors couldn’t be recorded'));
    await refusals.flush(db, now).catch((error) => fastify.log.error(error, 'refused sign-ins couldn’t be recorded'));
  };
  return { fastify, routes: registry.routes, loops, close };
}

/**
 * Combines functions that find the time of the next publication into one function that returns the earliest of these
 * times; undefined if nothing is due to be published.
 */
const combineNextPublications =
  (publications: readonly FindNextPublication[]): FindNextPublication =>
  async (db, after) => {
    const moments: string[] = [];
    for (const next of publications) {
      const at = await next(db, after);
      if (at !== undefined) moments.push(at);
    }
    return moments.sort()[0];
  };
