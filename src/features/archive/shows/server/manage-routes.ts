import { findUserName, mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { type Database, type DbReader, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { createConflictResponse, formatConflictNotice } from '#platform/shared/calls/conflict.ts';
import { formatCreditName } from '../credits.ts';
import type { ShowDetails, ShowFieldSuggestions, ShowRole } from '../edit-contract.ts';
import * as contract from '../edit-contract.ts';
import { buildShowTextFields, defaultShowFacts } from '../fields.ts';
import { manageShowPath } from '../paths.ts';
import { buildShowPosterUrl, loadPosterContext, type PosterContext } from './posters.ts';
import { createPerformanceDateLister, saveShow } from './save-show.ts';
import { findLastShowEditorId, findShowEvenIfArchived, listShowCredits, setShowArchived } from './store.ts';

const access = mayUse('shows_write');

type Show = NonNullable<Awaited<ReturnType<typeof findShowEvenIfArchived>>>;

/** Registers the calls that change shows. */
export function registerManageShowsRoutes({ call, db }: RouteRegistry, services: Pick<Services, 'all'>): void {
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
