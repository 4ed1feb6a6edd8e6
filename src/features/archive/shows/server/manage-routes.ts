import { findUserName, mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import { type Database, type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import { type AdminTodoSource, formatCount, type Services } from '#platform/server/feature/feature.ts';
import { refuse, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { createConflictResponse, formatConflictNotice } from '#platform/shared/calls/conflict.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { day, subtractMs } from '#platform/shared/dates/durations.ts';
import { cleanLine } from '#platform/shared/text/clean-line.ts';
import { formatCreditName } from '../credits.ts';
import type { ShowDetails, ShowFieldSuggestions, ShowRole } from '../edit-contract.ts';
import * as contract from '../edit-contract.ts';
import { buildShowTextFields, defaultShowFacts } from '../fields.ts';
import { manageShowPath } from '../paths.ts';
import { incrementShowVersions } from '../people/server/index.ts';
import { guardDirectingCredit } from './credited-users.ts';
import { findOrCreateRolePeople, findPlaceInBilling } from './edit-credits.ts';
import { buildShowPosterUrl, loadPosterContext, type PosterContext } from './posters.ts';
import { createPerformanceDateLister, saveShow } from './save-show.ts';
import { newestFirstSql } from './sql/show-order.ts';
import {
  findLastShowEditorId,
  findShowEvenIfArchived,
  isOnSiteSql,
  listShowCredits,
  listShowsForManagers,
  setShowArchived,
} from './store.ts';

type Show = NonNullable<Awaited<ReturnType<typeof findShowEvenIfArchived>>>;

/** Registers the calls that change shows. */
export function registerManageShowsRoutes({ call, db }: RouteRegistry, services: Pick<Services, 'all'>): void {
  const access = mayUse('shows_write');
  call(contract.saveShow, { access }, save(services));
  call(contract.archiveShow, { access, load: showOf }, setArchived(db, true));
  call(contract.unarchiveShow, { access, load: showOf }, setArchived(db, false));
}

const save =
  (services: Pick<Services, 'all'>): CallHandler<typeof contract.saveShow> =>
  async (request) => {
    const performedOn = createPerformanceDateLister(services);
    const { body: sent, params, now, today, visitor, once } = request;
    const isNew = params.showId === 'new';
    const id = isNew ? newId() : params.showId;
    const entry = { ...createAuditContext(request), subject: id };
    return once(async (tx) => {
      const saved = await saveShow(tx, { id, isNew, sent, now, today, by: visitor.id, performedOn });
      if (saved === 'gone') return refuseNotFound();
      if (saved === 'stale') {
        const current = await loadCurrentShow(tx, id);
        return createConflictResponse(formatShowConflict(current.changed_by), current);
      }
      const { title, updated_at, version, changed } = saved;
      if (changed.includes('cancelled')) {
        const show = { id, isCancelled: (await findShowEvenIfArchived(tx, id))?.cancelled === true };
        for (const handle of services.all('showCancellations')) await handle(tx, show, request);
      }
      const detail = `${title}: ${changed.join(', ') || 'nothing new'}`;
      await recordAudit(tx, { ...entry, action: isNew ? 'show.created' : 'show.changed', detail });
      return ok('Show saved.', { id, updated_at, version, url: manageShowPath({ id, title }) });
    });
  };

/** Handles archiving a show, or restoring it from the archive. */
const setArchived =
  (db: Database, archived: boolean): CallHandler<typeof contract.archiveShow | typeof contract.unarchiveShow, Show> =>
  async (request) => {
    const { subject: show, now } = request;
    const action = archived ? 'show.archived' : 'show.unarchived';
    const entry = { ...createAuditContext(request, action), subject: show.id, detail: show.title };
    await write(db, async (tx) => {
      if (await setShowArchived(tx, show.id, archived ? now : null)) await recordAudit(tx, entry);
    });
    return ok(
      archived
        ? `${show.title} archived. Only people who manage shows can see it. You can restore it at any time.`
        : `${show.title} restored. It’s back on the site.`,
    );
  };

/**
 * Loads the show's current state, to report a conflict.
 * @throws HttpError 404 if the show has been deleted
 */
async function loadCurrentShow(db: DbReader, id: string): Promise<contract.CurrentShow> {
  const show = (await findShowEvenIfArchived(db, id)) ?? refuseNotFound();
  const { siteName } = await readSettings(db);
  return {
    showDetails: toShowDetails(show, await loadPosterContext(db, siteName)),
    currentRoles: await loadShowRoles(db, id),
    version: show.version,
    changed_by: await findUserName(db, await findLastShowEditorId(db, id)),
  };
}

const formatShowConflict = (name: string) =>
  `${formatConflictNotice(name, 'this show')} None of your changes are lost: choose which version to save.`;

const showOf = ({ db, params }: PageRequest) => findShowEvenIfArchived(db, params.showId ?? '');

/** Registers the page and the call that add one person to one show without opening the show's editor. */
export function registerAddShowMemberRoutes({ page, call, db }: RouteRegistry): void {
  const access = mayUse('admin');
  page('/members/admin/add-show-member', { type: 'add_show_member', access }, buildAddShowMemberPage);
  call(contract.addShowMember, { access }, addOneMember(db));
}

const buildAddShowMemberPage = async (visit: PageRequest): Promise<contract.AddShowMemberContent> => ({
  type: 'add_show_member',
  title: 'Add Show Member',
  shows: (await listShowsForManagers(visit.db)).map(({ id, title, date, date_precision }) => ({
    id,
    title,
    date,
    date_precision,
  })),
  roles: (await loadShowFieldSuggestions(visit.db)).roles,
});

const addOneMember =
  (db: Database): CallHandler<typeof contract.addShowMember> =>
  async (request) => {
    const { body, now, visitor } = request;
    guardDirectingCredit(visitor, { kind: body.cast_or_crew, role: cleanLine(body.role) });
    const show =
      (await findShowEvenIfArchived(db.read, body.show)) ?? refuse(400, noShowMessage, { show: noShowMessage });
    const entry = { ...createAuditContext(request), subject: show.id };
    const credit = newId();
    const name = await write(db, async (tx) => {
      const added = await addMember(tx, { ...body, credit, now, by: visitor.id });
      if (!added) return refuse(409, hasRoleMessage);
      const detail = `${show.title}: ${body.role}, ${added}`;
      await recordAudit(tx, { ...entry, action: 'show.member_added', detail });
      return added;
    });
    return ok(`Added ${name} to ${show.title} as ${body.role}.`);
  };

const noShowMessage = 'That show no longer exists. Choose another.';
const hasRoleMessage = 'This person already has that role in this show.';
const noNameMessage = 'Choose or enter a name.';

/** Adds a person to a show. Returns the person's name; undefined if the person has this role already. */
async function addMember(
  tx: DbTransaction,
  member: contract.AddShowMemberBody & { credit: Id; now: Instant; by: Id },
): Promise<string | undefined> {
  const { show, cast_or_crew: kind, credit: id, now, by } = member;
  const role = cleanLine(member.role);
  const person = { id: member.person, name: member.name };
  const roles = [{ role, cast_or_crew: kind, orderVal: 0, members: [person] }];
  const [wanted] = await findOrCreateRolePeople(tx, roles, { showId: show, now });
  const who = wanted?.people[0] ?? refuse(400, noNameMessage, { name: noNameMessage });
  const { same, billing } = await findPlaceInBilling(tx, { showId: show, kind, role });
  if (same.some((other) => other.person_id === who.person_id)) return undefined;
  const { person_id, merged_from, printed_as = '' } = who;
  const row = { id, show_id: show, person_id, merged_from, printed_as, kind, ...billing, set_by: by };
  await tx.insertInto('credit').values(row).execute();
  await incrementShowVersions(tx, [show], { now, by });
  const { name } = await tx.selectFrom('person').select('name').where('id', '=', person_id).executeTakeFirstOrThrow();
  return printed_as || name;
}

/**
 * The maximum age of a show that `missingPosterTodo` counts, in milliseconds. Nobody is likely to upload the original
 * poster of an older show.
 */
const maxShowAgeMs = 365 * day;

/** Counts uncancelled shows with only the default poster, among future shows and those of the last year. */
export const missingPosterTodo: AdminTodoSource = {
  tool: '/members/manage_shows',
  waiting: async ({ db, now }) => {
    const since = subtractMs(now, maxShowAgeMs).slice(0, 10);
    const without = await db
      .selectFrom('show')
      .select(['id', 'title'])
      .where('programme', '=', '')
      .where('cancelled', '=', 0)
      .where(isOnSiteSql)
      .where('date', '>=', since)
      .orderBy(newestFirstSql)
      .execute();
    const [newest] = without;
    if (!newest) return [];
    const rest = without.length === 1 ? newest.title : `the newest is ${newest.title}`;
    const count = formatCount(without.length, 'show has no poster of its own', 'shows have no poster of their own');
    return [{ words: `${count}: ${rest}`, link: manageShowPath(newest) }];
  },
};

/** The details of a new show. */
export const emptyShowDetails: ShowDetails = {
  id: '',
  ...buildShowTextFields(''),
  date: '',
  date_precision: 'day',
  first_date: '',
  first_date_precision: 'day',
  ...defaultShowFacts,
  archived: false,
  updated_at: '',
  version: 0,
  poster: '',
};

/** Returns a show's details for its editor. */
export function toShowDetails(show: Show, posters: PosterContext): ShowDetails {
  const { title_key: _, import_key: __, created_at: ___, revived_by: ____, archived_at, ...details } = show;
  return {
    ...details,
    archived: archived_at !== null,
    poster: buildShowPosterUrl({ ...show, programme: '' }, posters),
  };
}

/** Loads a show's cast and crew, role by role in billing order. */
export async function loadShowRoles(db: DbReader, showId: string): Promise<ShowRole[]> {
  const roles = new Map<string, ShowRole>();
  for (const { credit, id, name, kind, role, ord, printed_as } of await listShowCredits(db, showId)) {
    const key = `${kind} ${ord} ${role}`;
    const group = roles.get(key) ?? { role, cast_or_crew: kind, orderVal: ord, members: [], people: [] };
    group.members.push(id);
    group.people.push({
      credit,
      id,
      name,
      as: formatCreditName(name, printed_as, 'as_printed') === name ? '' : printed_as,
    });
    roles.set(key, group);
  }
  return [...roles.values()];
}

/**
 * Loads the genres, seasons, show types, venues and companies that shows use, each A to Z, and the 40 most frequent
 * crew roles.
 */
export async function loadShowFieldSuggestions(db: DbReader): Promise<ShowFieldSuggestions> {
  const valuesOf = async (column: 'genre' | 'season' | 'show_type' | 'venue' | 'company') => {
    const rows = await db.selectFrom('show').select(`${column} as said`).distinct().where(column, '<>', '').execute();
    return rows.map((row) => row.said).sort(new Intl.Collator('en-GB').compare);
  };
  const roles = await db
    .selectFrom('credit')
    .select(({ fn }) => ['role', fn.countAll().as('times')])
    .where('kind', '=', 'crew')
    .where('role', '<>', '')
    .groupBy('role')
    .orderBy('times', 'desc')
    .orderBy('role')
    .limit(40)
    .execute();
  return {
    genres: await valuesOf('genre'),
    seasons: await valuesOf('season'),
    showTypes: await valuesOf('show_type'),
    venues: await valuesOf('venue'),
    companies: await valuesOf('company'),
    roles: roles.map(({ role }) => role),
  };
}
