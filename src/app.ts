import type { FastifyInstance } from 'fastify';
import { argon2Hashing, type PasswordHashing, visitorOf } from '#features/accounts/server/index.ts';
import { adminSettings } from '#features/admin-settings/server/admin-settings.ts';
import { auditLogPages } from '#features/audit-log/server/pages.ts';
import { nextBlogPost } from '#features/blog/server/index.ts';
import { manageBlog } from '#features/blog/server/manage.ts';
import { blogPages } from '#features/blog/server/pages.ts';
import { blogPictures } from '#features/blog/server/pictures.ts';
import { wordImport } from '#features/blog/server/word/calls.ts';
import { calendarFeeds } from '#features/calendar-feed/server/calls.ts';
import { calendarOf } from '#features/calendar-feed/server/index.ts';
import { contactCalls } from '#features/contact/server/calls.ts';
import { forgetMessages } from '#features/contact/server/index.ts';
import { correctionsDesk } from '#features/corrections/server/admin-pages.ts';
import { correctionForms } from '#features/corrections/server/form.ts';
import { forgetCorrectors } from '#features/corrections/server/index.ts';
import { findableResources } from '#features/discovery/server/resources.ts';
import { documentsCalls } from '#features/documents/server/calls.ts';
import { documentsPages } from '#features/documents/server/pages.ts';
import { looksOf } from '#features/emergency-contacts/server/index.ts';
import { emergencyContactsPages } from '#features/emergency-contacts/server/pages.ts';
import { feedbackCalls } from '#features/feedback/server/calls.ts';
import { forgetFeedback } from '#features/feedback/server/index.ts';
import { filesPages } from '#features/files/server/pages.ts';
import { mailLogCalls } from '#features/mail-log/server/calls.ts';
import { mailLogPages } from '#features/mail-log/server/pages.ts';
import { mediaAdminPages } from '#features/media/server/admin-pages.ts';
import { albumCalls } from '#features/media/server/album-calls.ts';
import { mediaDownloads } from '#features/media/server/downloads.ts';
import { mediaCalls } from '#features/media/server/media-calls.ts';
import { forgettingMedia } from '#features/media/server/purge-job.ts';
import { showPhotoCalls } from '#features/media/server/show-photo-calls.ts';
import { mediaUploads } from '#features/media/server/upload-calls.ts';
import { membershipCalls } from '#features/membership/server/calls.ts';
import { forgettingDeletedMessages, messagesCalls } from '#features/messages/server/calls.ts';
import { messagesPages } from '#features/messages/server/pages.ts';
import { myDataCalls } from '#features/my-data/server/calls.ts';
import { erasing, erasureByOwner } from '#features/my-data/server/index.ts';
import { portalPages } from '#features/portal/server/pages.ts';
import { nextPost } from '#features/posts/server/index.ts';
import { postsPages } from '#features/posts/server/pages.ts';
import { reviewsCalls } from '#features/reviews/server/calls.ts';
import type { Outside } from '#features/reviews/server/network.ts';
import { searchPages } from '#features/search/server/pages.ts';
import { secondFactors, withDuty } from '#features/second-factor/server/index.ts';
import { secondFactorAgainCalls } from '#features/second-factor/server/reauthentication.ts';
import { secondFactorCalls } from '#features/second-factor/server/settings-calls.ts';
import { secondStepCalls } from '#features/second-factor/server/sign-in-calls.ts';
import {
  emptyingBin,
  managingFileCalls,
  managingPostCalls,
  tellingOfPosts,
  toldCalls,
} from '#features/show-management/server/index.ts';
import { showsPages } from '#features/show-pages/server/pages.ts';
import { peopleCalls } from '#features/shows/people/server/calls.ts';
import { managingPeopleCalls } from '#features/shows/people/server/edit-calls.ts';
import { peoplePages } from '#features/shows/people/server/manage-pages.ts';
import { creditNamesOf } from '#features/shows/people/server/own-credits.ts';
import { ownCreditsCalls } from '#features/shows/people/server/own-credits-calls.ts';
import { addingMembers } from '#features/shows/server/add-members.ts';
import { importShowsCall } from '#features/shows/server/import-call.ts';
import { manageShowsCalls } from '#features/shows/server/manage-calls.ts';
import { manageShowsPages } from '#features/shows/server/manage-pages.ts';
import { accountsCalls } from '#features/sign-in/server/calls.ts';
import { forgettingExpired } from '#features/sign-in/server/expiry-job.ts';
import { askToSignIn } from '#features/sign-in/server/login-page.ts';
import { accountsPages } from '#features/sign-in/server/pages.ts';
import { passwordPage } from '#features/sign-in/server/reauthentication.ts';
import { siteDataFor, timeZoneOf } from '#features/site/server/index.ts';
import { noticePages } from '#features/site/server/notices.ts';
import { sitePages } from '#features/site/server/pages.ts';
import { forgetting, type Kept } from '#features/society/server/retention-job.ts';
import { usersCalls } from '#features/users/server/calls.ts';
import { invitingCalls } from '#features/users/server/invite.ts';
import { usersPages } from '#features/users/server/pages.ts';
import { countingRefusals, forgettingAddresses, notingRefusals } from '#platform/server/audit/index.ts';
import { createJobs, type Jobs } from '#platform/server/background/jobs.ts';
import { sealing } from '#platform/server/crypto/encryption.ts';
import type { Database } from '#platform/server/database/index.ts';
import type { Trust } from '#platform/server/http/client-address.ts';
import { document } from '#platform/server/http/document.ts';
import type { Front } from '#platform/server/http/frontend.ts';
import { healthChecks } from '#platform/server/http/health.ts';
import { createPlatform } from '#platform/server/http/platform.ts';
import type { Route } from '#platform/server/http/routes.ts';
import { createServer } from '#platform/server/http/server.ts';
import { forgetMail, type MailTransport, sendingMail, sweepingMail } from '#platform/server/mail/index.ts';
import type { Storage } from '#platform/server/storage/storage.ts';
import { attention } from './admin-todos.ts';
import { personalData } from './personal-data.ts';

export interface AppOptions {
  db: Database;
  storage: Storage;
  front: Front;
  /** How mails leave; without it they wait. */
  mail?: MailTransport;
  /** Where reviews of shows are fetched from; the internet unless said. */
  outside?: Outside;
  /** How passwords are kept: Argon2id unless said. */
  passwords?: PasswordHashing;
  clock?: () => Date;
  /** What seals the secrets in the database; the same at every start. */
  secret: string;
  /** Whether admins need a second factor while the society hasn't said. */
  secondFactorRequired?: boolean;
  /** The address people type, or "" to take it from the request. */
  publicUrl?: string;
  /** Whose word is taken for where requests come from; a proxy's on this machine unless said. */
  trustProxy?: Trust;
  dev?: boolean;
  log?: 'info' | 'warn' | 'silent';
}

export interface App {
  fastify: FastifyInstance;
  routes: readonly Route[];
  /** What goes on beside the answers; `close` stops it too. */
  jobs: Jobs;
  close: () => Promise<void>;
}

/** Kept pages weigh at most this much: some 3,000 of them. */
const cacheBytes = 48 * 1024 * 1024;

/** What people type where the site is tried out on this machine; "" where it listens to others. */
function loopbackAddress({ server }: FastifyInstance): string {
  const address = server.address();
  const local = address !== null && typeof address === 'object' && /^(127\.|::1$)/.test(address.address);
  return local ? `http://localhost:${address.port}` : '';
}

/** Puts the site together: every feature by name, in order. The database and the front stay their maker's to close. */
export async function buildApp({
  db,
  storage,
  front,
  mail,
  clock = () => new Date(),
  publicUrl = '',
  trustProxy,
  dev = false,
  log = 'silent',
  outside,
  passwords = argon2Hashing(),
  secret,
  secondFactorRequired = false,
}: AppOptions): Promise<App> {
  const fastify = await createServer({
    log,
    dev,
    https: publicUrl.startsWith('https:'),
    serverFactory: front.serverFactory,
    ...(trustProxy ? { trustProxy } : {}),
  });
  const home = () => publicUrl || loopbackAddress(fastify);

  const seal = sealing(secret);
  const refusals = countingRefusals();
  const second = secondFactors({ db, sealing: seal, compulsory: secondFactorRequired, askToSignIn });

  const platform = createPlatform(fastify, {
    db,
    storage,
    sealing: seal,
    refusals,
    clock,
    visitorOf: withDuty(visitorOf, { compulsory: secondFactorRequired }),
    loginPage: second.askToSignIn,
    passwordPage,
    timeZoneOf,
    siteOf: siteDataFor,
    nextPublishing: async (reading, after) =>
      [await nextPost(reading, after), await nextBlogPost(reading, after)].filter((at) => at !== undefined).sort()[0],
    documentOf: async ({ page, site, path, query, origin }) => {
      const { body, head, sources } = await front.render({ page, site, path, query });
      const assets = front.assetsOf(sources);
      const around = {
        siteName: site.site_name,
        accentHue: site.accent_hue,
        sharePicture: site.share_picture,
        data: { page, site },
        assets,
        origin,
      };
      return document({ body, head, ...around });
    },
    publicUrl,
    home,
    cacheBytes,
  });

  healthChecks(fastify, db);
  await front.serveFiles(fastify);
  sitePages(platform);
  adminSettings(platform);
  membershipCalls(platform);
  accountsPages(platform, second);
  accountsCalls(platform, { passwords, ...second, looksOf, calendarOf, creditNamesOf, erasure: erasureByOwner });
  myDataCalls(platform, { data: personalData });
  secondStepCalls(platform, { ...second, erasure: erasureByOwner });
  secondFactorCalls(platform, second);
  secondFactorAgainCalls(platform, second);
  usersPages(platform);
  usersCalls(platform);
  invitingCalls(platform);
  noticePages(platform);
  portalPages(platform, { attention });
  auditLogPages(platform);
  messagesPages(platform);
  messagesCalls(platform);
  mailLogPages(platform);
  mailLogCalls(platform);
  postsPages(platform);
  blogPages(platform);
  manageBlog(platform);
  blogPictures(platform, storage);
  wordImport(platform, storage);
  showsPages(platform);
  peopleCalls(platform);
  peoplePages(platform);
  managingPeopleCalls(platform);
  ownCreditsCalls(platform);
  manageShowsPages(platform);
  manageShowsCalls(platform);
  importShowsCall(platform);
  addingMembers(platform);
  contactCalls(platform);
  correctionForms(platform);
  correctionsDesk(platform);
  reviewsCalls(platform, outside);
  emergencyContactsPages(platform);
  calendarFeeds(platform);
  feedbackCalls(platform);
  searchPages(platform);
  findableResources(platform);
  mediaDownloads(platform, storage);
  mediaAdminPages(platform);
  mediaUploads(platform, storage);
  mediaCalls(platform);
  albumCalls(platform);
  showPhotoCalls(platform);
  filesPages(platform, storage);
  documentsPages(platform);
  documentsCalls(platform, storage);
  managingFileCalls(platform, storage);
  managingPostCalls(platform, storage);
  toldCalls(platform);

  const kept: Kept[] = [
    { months: 'keepMessagesMonths', forget: forgetMessages },
    { months: 'keepMessagesMonths', forget: forgetFeedback },
    { months: 'keepMessagesMonths', forget: forgetCorrectors },
    { months: 'keepMailMonths', forget: forgetMail },
  ];
  const work = [
    forgetting({ db, kept, clock }),
    tellingOfPosts({ db, clock, home }),
    forgettingExpired({ db, clock }),
    forgettingAddresses({ db, clock }),
    notingRefusals({ db, refusals, clock }),
    erasing({ db, data: personalData, clock, home }),
    emptyingBin({ db, storage, clock }),
    forgettingMedia({ db, storage, clock }),
    forgettingDeletedMessages({ db, clock }),
    ...(mail
      ? [sendingMail({ db, transport: mail, clock, sealing: seal }), sweepingMail({ transport: mail, clock })]
      : []),
  ];
  const jobs = createJobs(work, (error, job) => fastify.log.error(error, `the job “${job}” failed`));

  await fastify.ready();
  const close = async () => {
    await Promise.all([jobs.stop(), fastify.close()]);
    const now = clock().toISOString();
    await refusals.note(db, now).catch((error) => fastify.log.error(error, 'what was refused could not be noted'));
  };
  return { fastify, routes: platform.routes, jobs, close };
}
