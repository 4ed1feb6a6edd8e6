import { formatRole } from '#features/archive/shows/credits.ts';
import { membersShowPath, showPath } from '#features/archive/shows/paths.ts';
import { formatRunWithWeekdays } from '#features/archive/shows/run.ts';
import {
  findShowToOpen,
  listDirectorAndProducerUserIds,
  listUserCredits,
} from '#features/archive/shows/server/index.ts';
import { listUpcomingShows } from '#features/box-office/performances/server/index.ts';
import { findNextShow, getPlayingStatus } from '#features/box-office/performances/upcoming-shows.ts';
import {
  canViewEmergencyContacts,
  loadEmergencyContactsAccess,
} from '#features/members/emergency-contacts/server/index.ts';
import { listMembershipPrompts } from '#features/money/subscriptions/server/index.ts';
import type { Permission } from '#features/society/accounts/roles.ts';
import {
  findUser,
  hasNoOtherAccountOrInvitation,
  listUsersAwaitingApproval,
  mayManageShow,
  mayUse,
} from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { addDays, type Instant, isPast } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { paginate, parsePageNumber } from '#platform/shared/tables/paging.ts';
import { formatRequiredStepsLeft } from '../admin-tools-text.ts';
import type {
  DashboardContent,
  DashboardPrompt,
  MembersShowContent,
  MembersShowsContent,
  SocietyPostsContent,
} from '../contract.ts';
import { formatGreeting, noticesPerPage, searchShows, showsPerPage } from '../lists.ts';
import { listRecentNotices, listShowNotices, listSocietyNotices } from './notices.ts';
import { listOnboardingSteps, type OnboardingServices } from './onboarding.ts';
import { buildAdminToolsPage } from './overview.ts';
import { listMembersShowsWithRuns, type MembersShowWithRun, toMembersShowEntry } from './shows.ts';

/**
 * Finds the next step for the admin of a new society: the getting-started list or, once that is gone, the first of a
 * few steps that isn't done. Returns [] if all are done.
 */
async function findNextStep(
  db: DbReader,
  {
    about,
    shows,
    now,
    services,
  }: { about: string; shows: readonly unknown[]; now: Instant; services: OnboardingServices },
): Promise<DashboardPrompt[]> {
  const kind = 'first_step';
  const steps = await listOnboardingSteps(db, services);
  if (steps.length > 0) {
    const text = `${formatRequiredStepsLeft(steps)} to get your society started.`;
    return [{ kind, text, link: '/members/admin#first-hour', action: 'See the getting-started list' }];
  }
  if (about === '') {
    const text = 'Visitors can’t read about you yet.';
    return [{ kind, text, link: '/members/admin/admin_settings', action: 'Write a few words about your society' }];
  }
  if (shows.length === 0) {
    const text = 'There are no shows here yet, past or upcoming.';
    return [{ kind, text, link: '/members/manage_shows', action: 'Add a show, or import all of them' }];
  }
  if (await hasNoOtherAccountOrInvitation(db, now)) {
    const text = 'You’re the only one who can sign in so far.';
    return [{ kind, text, link: '/members/admin/manage_users/invite', action: 'Invite your members' }];
  }
  return [];
}

export function registerPortalPages(registry: RouteRegistry, services: Services): void {
  const { page } = registry;
  page(
    '/members/dashboard',
    { type: 'dashboard', access: mayUse('dashboard'), query: ['page'], trimForHtml: paginateNotices },
    (visit) => buildDashboard(visit, services),
  );
  const list = {
    type: 'members_shows',
    access: mayUse('shows'),
    query: ['page', 'q'],
    trimForHtml: paginateShows,
  } as const;
  page('/members/shows', list, buildShowsPage);
  page('/members/show/:id', { type: 'members_show', access: mayUse('shows'), load: loadShow }, buildShowPage);
  const posts = {
    type: 'society_posts',
    access: mayUse('dashboard'),
    query: ['page'],
    trimForHtml: paginateNotices,
  } as const;
  page('/members/posts', posts, buildPostsPage);
  page(
    '/members/admin',
    { type: 'admin_tools', access: mayUse('admin') },
    buildAdminToolsPage({ tools: services.all('adminTools'), todos: services.all('adminTodos') }, services),
  );
}

const buildShowsPage = async (visit: PageRequest): Promise<MembersShowsContent> => {
  const shows = await listMembersShowsWithRuns({ ...visit, society: (await readSettings(visit.db)).siteName });
  return { type: 'members_shows', title: 'Shows', shows: shows.map(toMembersShowEntry) };
};

const buildPostsPage = async ({ db, now, visitor }: PageRequest): Promise<SocietyPostsContent> => {
  const { timeZone } = await readSettings(db);
  return {
    type: 'society_posts',
    title: 'Society notices',
    posts: await listSocietyNotices({ db, now, timeZone }),
    may_manage: visitor.may.society_write === true,
  };
};

async function buildDashboard(visit: PageRequest, services: Services): Promise<DashboardContent> {
  const { db, now, today, visitor } = visit;
  const { timeZone, siteName, about } = await readSettings(db);
  const user = await findUser(db, visitor.id);
  const shows = visitor.may.shows ? await listMembersShowsWithRuns({ ...visit, society: siteName }) : [];
  const upcoming = findNextShow(await listUpcomingShows(db, visit), today);
  const next = shows.find(({ id }) => id === upcoming?.id);
  return {
    type: 'dashboard',
    title: 'Dashboard',
    greeting: formatGreeting(formatIsoWithOffset(now, timeZone), user?.firstname ?? ''),
    posts: await listRecentNotices({ ...visit, timeZone }, visitor.may),
    nudges: [
      ...(visitor.may.admin ? buildApprovalPrompts(await listUsersAwaitingApproval(db)) : []),
      ...(await listContributedPrompts(visit, services)),
      ...(visitor.may.admin ? await findNextStep(db, { about, shows, now, services }) : []),
      ...(visitor.may.account_settings ? await buildMembershipPrompts(visit, services) : []),
      ...(visitor.may.account_settings && user ? buildEmergencyContactPrompts(user) : []),
    ],
    next_show: {
      title: next?.title ?? '',
      when: next ? formatRunWithWeekdays(next) : '',
      venue: next?.venue ?? '',
      link: next?.url ?? '',
      playing: upcoming ? getPlayingStatus(upcoming, today) : '',
    },
    my_shows: await listMyShows(visit, shows),
    writes: await listPostSubjects(visit, shows),
  };
}

const buildEmergencyContactPrompts = (user: { e_con_name: string; e_con_phone: string }): DashboardPrompt[] =>
  user.e_con_name !== '' && user.e_con_phone !== ''
    ? []
    : [
        {
          kind: 'emergency_contact',
          text: 'We need the name and number of an emergency contact for you. If something happened at a rehearsal, who should we call?',
          link: '/members/account_settings#emergency',
          action: 'Add an emergency contact',
        },
      ];

const buildMembershipPrompts = async (
  { db, visitor, today }: Pick<PageRequest, 'db' | 'visitor' | 'today'>,
  { paymentProvider }: Pick<Services, 'paymentProvider'>,
): Promise<DashboardPrompt[]> =>
  (await listMembershipPrompts(db, { userId: visitor.id, today, paymentProvider })).map((text) => ({
    ...{ kind: 'membership', text, link: '/members/account_settings#membership', action: 'See your membership' },
  }));

/** Builds the prompt about people who can't sign in until an admin approves their accounts. */
function buildApprovalPrompts(waiting: readonly { firstname: string; lastname: string }[]): DashboardPrompt[] {
  const [first, ...others] = waiting;
  if (!first) return [];
  const text =
    others.length === 0
      ? `${first.firstname} ${first.lastname} would like an account.`
      : `${waiting.length} people would like an account.`;
  const link = '/members/admin/manage_users?status=awaiting';
  return [{ kind: 'awaiting_approval', text, link, action: 'Approve or decline' }];
}

/** Lists the tasks that features contribute, if the visitor has the permission for each. */
async function listContributedPrompts(visit: PageRequest, services: Services): Promise<DashboardPrompt[]> {
  const nudges: DashboardPrompt[] = [];
  for (const { nudge, waiting } of services.all('adminTodos')) {
    if (!nudge || !visit.visitor.may[nudge.item as Permission]) continue;
    const { kind, action } = nudge;
    nudges.push(
      ...(await waiting(visit, services)).map(({ words, link }) => ({ kind, text: `${words}.`, link, action })),
    );
  }
  return nudges;
}

const isOver = (show: Pick<MembersShowWithRun, 'date' | 'date_precision'>, today: string) =>
  isPast(show.date, show.date_precision, today);

const formatCastRole = (role: string) => (role === '' ? 'You are in the company' : `You play ${role}`);

/** A show stays under My shows for this many days after its last performance. */
const myShowsDays = 365;

async function listMyShows(
  { db, visitor, today }: PageRequest,
  shows: readonly MembersShowWithRun[],
): Promise<DashboardContent['my_shows']> {
  const recentCredits = await listUserCredits(db, visitor.id, addDays(today, -myShowsDays));
  const creditsByShow = Map.groupBy(recentCredits, ({ show_id }) => show_id);
  return shows.flatMap((show) => {
    const credits = creditsByShow.get(show.id);
    if (!credits) return [];
    const names = credits.map(({ kind, role }) => (kind === 'cast' ? formatCastRole(role) : formatRole(role)));
    return [{ ...toMembersShowEntry(show), roles: [...new Set(names)], past: isOver(show, today) }];
  });
}

/**
 * Lists the subjects that the visitor may write a post for: the society, and those of the shows that they may manage
 * and that are neither over nor cancelled.
 */
async function listPostSubjects(
  { db, visitor, today }: PageRequest,
  shows: readonly MembersShowWithRun[],
): Promise<DashboardContent['writes']> {
  const currentShows = shows.filter((show) => !show.cancelled && !isOver(show, today));
  const subjects: DashboardContent['writes'] = [];
  if (visitor.may.society_write) subjects.push({ title: 'For the whole society', link: '/members/posts?write' });
  for (const { id, title } of currentShows) {
    const directors = await listDirectorAndProducerUserIds(db, id);
    if (mayManageShow.allows(visitor, { directors })) subjects.push({ title, link: `${membersShowPath(id)}?write` });
  }
  return subjects;
}

const paginateNotices = <Content extends DashboardContent | SocietyPostsContent>(
  content: Content,
  { query }: Pick<PageRequest, 'query'>,
): Content => {
  const { items, page, pages } = paginate(content.posts, parsePageNumber(query), noticesPerPage);
  return { ...content, posts: items, first_view: { page, pages, total: content.posts.length } };
};

const paginateShows = (content: MembersShowsContent, { query }: Pick<PageRequest, 'query'>): MembersShowsContent => {
  const found = searchShows(content.shows, query.get('q') ?? '');
  const { items, page, pages } = paginate(found, parsePageNumber(query), showsPerPage);
  return { ...content, shows: items, first_view: { page, pages, total: found.length } };
};

async function loadShow(visit: PageRequest): Promise<MembersShowWithRun | undefined> {
  const { id = '' } = visit.params;
  const shows = await listMembersShowsWithRuns({ ...visit, society: (await readSettings(visit.db)).siteName });
  const found = shows.find((show) => show.id === id);
  if (!found) await findShowToOpen(visit, id);
  return found;
}

async function buildShowPage({
  db,
  now,
  today,
  visitor,
  subject: show,
}: PageRequest<MembersShowWithRun>): Promise<MembersShowContent> {
  const { timeZone } = await readSettings(db);
  const guarded = await loadEmergencyContactsAccess({ db, visitor, today }, show.id);
  const { directors } = guarded;
  const may_manage = mayManageShow.allows(visitor, { directors });
  return {
    type: 'members_show',
    id: show.id,
    title: show.title,
    requestURL: membersShowPath(show.id),
    directors,
    director_names: show.directors,
    season: show.season,
    date: show.date,
    date_precision: show.date_precision,
    when: formatRunWithWeekdays(show),
    venue: show.venue,
    image: show.image,
    cancelled: show.cancelled,
    public_link: showPath(show),
    ...(await listShowNotices({ db, now, timeZone }, show.id, { includeUnpublished: may_manage })),
    may_manage,
    may_see_contacts: canViewEmergencyContacts(visitor, guarded),
  };
}
