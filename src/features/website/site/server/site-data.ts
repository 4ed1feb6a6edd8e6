import { showPath } from '#features/archive/shows/paths.ts';
import { formatRun } from '#features/archive/shows/run.ts';
import {
  type AnnouncedShow,
  buildSocietyShareImagePath,
  findNextAndLastShow,
} from '#features/archive/shows/server/index.ts';
import { listPerformanceFacts, startFactName } from '#features/box-office/performances/performance-facts.ts';
import { listPublicPerformances, listUpcomingShows } from '#features/box-office/performances/server/index.ts';
import {
  findNextShow,
  getPlayingStatus,
  isShowOnSale,
  listShowsOnSale,
  type UpcomingShow,
} from '#features/box-office/performances/upcoming-shows.ts';
import { availabilityPath, chooseTicketsPath } from '#features/box-office/shop/paths.ts';
import { loadMembersSiteData } from '#features/members/portal/server/index.ts';
import { blogPostPath } from '#features/publishing/blog/blog-list.ts';
import { findLatestBlogPost } from '#features/publishing/blog/server/index.ts';
import { listPublicDocEntries } from '#features/publishing/files/server/index.ts';
import { isMediaAvailable, loadShowGallery } from '#features/publishing/media/server/index.ts';
import { findLogoPicturePath } from '#features/society/settings/picture-logo.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Settings } from '#features/society/settings/settings.ts';
import { normaliseSocials } from '#features/society/settings/socials.ts';
import { areTicketsSoldHere, isExternalTicketLink } from '#features/society/settings/tickets.ts';
import { cacheByTables } from '#platform/server/database/cache/table-changes.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { canSendMail } from '#platform/server/mail/index.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { buildExcerpt } from '#platform/shared/text/excerpt.ts';
import { maxHeroPerformances, type SiteData } from '../contract.ts';

type SiteDataRequest = Pick<PageRequest, 'db' | 'revision' | 'today' | 'now' | 'until'>;

const readCachedSettings = cacheByTables<Pick<SiteDataRequest, 'db' | 'revision'>, Settings>(
  'public',
  () => '',
  ({ db }) => readSettings(db),
);

/** Returns the society's time zone. Cached until public data changes; the settings are public data. */
export async function loadTimeZone(db: DbReader, revision: number): Promise<string> {
  return (await readCachedSettings({ db, revision })).timeZone;
}

async function buildNextShow(
  { db, today }: Pick<SiteDataRequest, 'db' | 'today'>,
  { show, upcoming }: { show: AnnouncedShow | undefined; upcoming: UpcomingShow | undefined },
  settings: Settings,
): Promise<SiteData['next_show']> {
  const performances = show ? await listPublicPerformances(db, show.id, today) : [];
  const on_sale = upcoming !== undefined && areTicketsSoldHere(settings) && isShowOnSale(upcoming);
  const nights = performances.map(({ id, starts_at, cancelled, over }) => ({
    ...{ starts_at, cancelled, over },
    link: on_sale && !cancelled && !over ? chooseTicketsPath(id) : '',
  }));
  const isRun = nights.length > 1 && nights.length <= maxHeroPerformances;
  const facts = listPerformanceFacts(performances);
  return {
    title: show?.title ?? '',
    subtitle: show?.subtitle ?? '',
    banner: show?.banner ?? '',
    date: show?.date ?? '',
    date_precision: show?.date_precision ?? 'day',
    first_date: show?.first_date ?? '',
    first_date_precision: show?.first_date_precision ?? 'day',
    author: show?.author ?? '',
    venue: show?.venue ?? '',
    poster: show?.poster ?? '',
    link: show?.link ?? '',
    // Each performance of a run shows its own start, so the general facts leave the start out
    facts: isRun ? facts.filter(({ name }) => name !== startFactName) : facts,
    nights: isRun ? nights : [],
    playing: upcoming === undefined ? '' : getPlayingStatus(upcoming, today),
    on_sale,
    left_at: on_sale ? availabilityPath : '',
  };
}

/** Lists the shows on sale, for the banner and the sidebar. With another seller, lists only the next show. */
function listOnSale<Show extends UpcomingShow & { title: string }>(
  shows: readonly Show[],
  next: Show | undefined,
  settings: Settings,
): SiteData['on_sale'] {
  const listed = areTicketsSoldHere(settings)
    ? listShowsOnSale(shows)
    : isExternalTicketLink(settings.ticketsLink) && next
      ? [next]
      : [];
  return listed.map((show) => ({ title: show.title, dates: formatRun(show), link: showPath(show) }));
}

function buildLastShow(
  show: AnnouncedShow | undefined,
  photos: readonly { src: string; alt: string }[],
): SiteData['last_show'] {
  const shown = photos.slice(0, 5);
  return {
    title: show?.title ?? '',
    link: show?.link ?? '',
    photos: shown.map(({ src }) => `${src}?w=800`),
    photo_alts: shown.map(({ alt }) => alt),
    date: show?.date ?? '',
    date_precision: show?.date_precision ?? 'day',
    poster: show?.poster ?? '',
  };
}

function buildLatestBlog(
  post: Awaited<ReturnType<typeof findLatestBlogPost>>,
  timeZone: string,
): SiteData['latest_blog'] {
  if (!post?.published_at) return { date: '', title: '', link: '' };
  return { date: formatIsoWithOffset(post.published_at, timeZone), title: post.title, link: blogPostPath(post.key) };
}

/** The maximum length of the excerpt of About us, in characters. */
const aboutExcerptLength = 160;

/** Loads the data that every page shows around its content, for a visitor who isn't signed in. */
const loadPublicSiteData = cacheByTables<SiteDataRequest, Omit<SiteData, 'sends_mail'>>(
  'public',
  ({ until }) => `${until}`,
  async ({ db, now, today }) => {
    const settings = await readSettings(db);
    const latest = await findLatestBlogPost(db, now);
    const shows = await listUpcomingShows(db, { today, now });
    const upcoming = findNextShow(shows, today);
    const { next, last } = await findNextAndLastShow({ db, today }, { society: settings.siteName, next: upcoming?.id });
    const { photos } = last ? await loadShowGallery(db, last.id) : { photos: [] };
    const logo = (await isMediaAvailable(db, findLogoPicturePath(settings.logo))) ? settings.logo : '';
    return {
      site_name: settings.siteName,
      site_logo: logo,
      logoSVG: logo,
      tickets_active: settings.ticketsActive,
      tickets_link: settings.ticketsLink,
      tickets_hero_photo: (await isMediaAvailable(db, settings.ticketsHeroPhoto)) ? settings.ticketsHeroPhoto : '',
      socials: normaliseSocials(settings.socials),
      about: buildExcerpt(settings.about, aboutExcerptLength),
      next_show: await buildNextShow({ db, today }, { show: next, upcoming }, settings),
      on_sale: listOnSale(shows, upcoming, settings),
      last_show: buildLastShow(last, photos),
      latest_blog: buildLatestBlog(latest, settings.timeZone),
      memberDocs: null,
      memberNavItemsToShow: {},
      members_recent_shows: [],
      mostRecentMemberShows: [],
      square: { appId: '', membershipLocationId: '' },
      current_user: { is_authenticated: false, id: '', role: '', name: '' },
      help_wiki: '',
      today,
      share_picture: buildSocietyShareImagePath(settings.siteName),
      accent_hue: settings.accentHue,
    };
  },
);

/** The note and account of the public demo. They are sent as data, so that other sites' scripts don't contain them. */
const publicDemo = {
  note: 'Everyone can see what you write in this demo, and it’s reset every night. It sends no emails, accepts no files, and no money changes hands.',
  email: 'admin@demo.example',
  password: 'curtain-up-2026',
};

/** Builds the site data, with the members' parts that the visitor may open. */
export async function buildSiteData(
  visit: SiteDataRequest & Pick<PageRequest, 'visitor'>,
  {
    paymentProvider,
    mailTransport: mail,
    isPublicDemo,
  }: Pick<Services, 'paymentProvider' | 'mailTransport' | 'isPublicDemo'>,
): Promise<SiteData> {
  const publicData = { ...(await loadPublicSiteData(visit)), sends_mail: canSendMail(mail) };
  const site: SiteData = isPublicDemo ? { ...publicData, public_demo: publicDemo } : publicData;
  const { signedIn, id, role, name, may } = visit.visitor;
  if (!signedIn) return site;
  const { helpWiki, docsText } = await readCachedSettings(visit);
  const members = await loadMembersSiteData({ ...visit, society: site.site_name });
  return {
    ...site,
    memberDocs: {
      title: 'Member Docs',
      content: may.member_docs ? docsText : '',
      files: may.member_docs
        ? members.memberDocs
        : (await listPublicDocEntries(visit.db)).map((doc) => ({ id: doc.id, name: doc.name })),
    },
    memberNavItemsToShow: { ...may },
    members_recent_shows: may.shows ? members.members_recent_shows : [],
    mostRecentMemberShows: may.shows ? members.mostRecentMemberShows : [],
    square: {
      appId: paymentProvider?.cardForm.application_id ?? '',
      membershipLocationId: paymentProvider?.locationId ?? '',
    },
    current_user: { is_authenticated: true, id, role, name },
    help_wiki: may.help && isWebAddress(helpWiki) ? helpWiki : '',
  };
}

const isWebAddress = (address: string) => /^https?:\/\//i.test(address) && URL.canParse(address);
