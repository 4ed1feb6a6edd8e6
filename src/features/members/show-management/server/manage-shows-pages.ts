import { z } from 'zod';
import type { ShowListContent } from '#features/archive/shows/contract.ts';
import { posterNumberField } from '#features/archive/shows/edit-contract.ts';
import { defaultShowFacts } from '#features/archive/shows/fields.ts';
import { SHOW_LIST_QUERY_KEYS } from '#features/archive/shows/list-state.ts';
import { manageShowPath } from '#features/archive/shows/paths.ts';
import { drawPoster } from '#features/archive/shows/posters/server/index.ts';
import {
  emptyShowDetails,
  findShowEvenIfArchived,
  loadManageableShows,
  loadPosterContext,
  loadPosterPreviewContext,
  loadShowFieldSuggestions,
  loadShowRoles,
  toPosterSubject,
  toShowDetails,
  trimShowListAndCorrectSearch,
} from '#features/archive/shows/server/index.ts';
import { formatArchiveCsvInSteps, listShowsForExport } from '#features/archive/shows/spreadsheets/server/index.ts';
import { listPublicPerformances } from '#features/box-office/performances/server/index.ts';
import { summariseShowPhotos } from '#features/publishing/media/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { runCooperatively } from '#platform/server/background/event-loop.ts';
import { refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import type { RedirectContent } from '#platform/shared/pages.ts';
import type { EditShowContent } from '../contract.ts';

const access = mayUse('shows_write');

export function registerManageShowsPages(registry: RouteRegistry): void {
  const { page, resource } = registry;
  page(
    '/members/manage_shows',
    { type: 'list_shows', access, query: SHOW_LIST_QUERY_KEYS, trimForHtml: trimShowListAndCorrectSearch },
    buildShowListPage,
  );
  page('/members/manage_shows/:id', { type: 'redirect', access, load: loadShow }, redirectToEditor);
  page('/members/manage_shows/new/:title', { type: 'edit_show', access, query: ['from'] }, buildNewShowPage);
  page('/members/manage_shows/:id/:title', { type: 'edit_show', access, load: loadShow }, buildEditShowPage);
  // Previews a generated poster that the show doesn't have yet
  resource('/members/manage_shows/:id/posters/:number', { access }, previewPoster);
  resource('/members/manage_shows.csv', { access }, exportShows);
}

type ManagedShow = NonNullable<Awaited<ReturnType<typeof loadShow>>>;

const buildShowListPage = async (visit: PageRequest): Promise<ShowListContent> => {
  const { siteName } = await readSettings(visit.db);
  return loadManageableShows({ ...visit, society: siteName });
};

const redirectToEditor = ({ subject }: PageRequest<ManagedShow>): RedirectContent => ({
  type: 'redirect',
  url: manageShowPath(subject),
  text: 'Opening the show…',
  time: 0,
});

const buildEditShowPage = async ({ db, today, subject }: PageRequest<ManagedShow>): Promise<EditShowContent> => {
  const { siteName } = await readSettings(db);
  return {
    type: 'edit_show',
    title: `Edit ${subject.title}`,
    showDetails: toShowDetails(subject, await loadPosterContext(db, siteName)),
    showOptions: await loadShowFieldSuggestions(db),
    currentRoles: await loadShowRoles(db, subject.id),
    photographs: await summariseShowPhotos(db, subject),
    upcoming_performances: (await listPublicPerformances(db, subject.id, today))
      .filter(({ cancelled, over }) => !cancelled && !over)
      .map(({ starts_at }) => starts_at),
  };
};

const previewPoster = async ({ db, params }: PageRequest) => {
  const show = (await findShowEvenIfArchived(db, params.id ?? '')) ?? refuseNotFound();
  const number = z.coerce.number().pipe(posterNumberField).safeParse(params.number);
  if (!number.success) return refuseNotFound();
  const { siteName } = await readSettings(db);
  const posters = await loadPosterPreviewContext(db, siteName, { id: show.id, poster_number: number.data });
  const { svg } = await drawPoster(toPosterSubject(show, posters));
  return { status: 200, contentType: 'image/svg+xml', body: svg };
};

const exportShows = async ({ db }: PageRequest) => ({
  status: 200,
  contentType: 'text/csv; charset=utf-8',
  body: await runCooperatively(formatArchiveCsvInSteps(await listShowsForExport(db))),
  headers: { 'content-disposition': 'attachment; filename="shows.csv"', 'cache-control': 'no-store' },
});

const loadShow = ({ db, params }: PageRequest) => findShowEvenIfArchived(db, params.id ?? '');

/**
 * Builds the editor for a new show: empty, or copied from another show without its dates, cancellation, poster number,
 * photographs and links.
 */
async function buildNewShowPage({ db, query }: PageRequest): Promise<EditShowContent> {
  const source = await findShowEvenIfArchived(db, query.get('from') ?? '');
  const { siteName } = await readSettings(db);
  const roles = source ? await loadShowRoles(db, source.id) : [];
  return {
    type: 'edit_show',
    title: source ? `New show based on ${source.title}` : 'New show',
    showDetails: source
      ? {
          ...toShowDetails(source, await loadPosterContext(db, siteName)),
          ...unsavedFields,
          ...defaultShowFacts,
          noda_review: '',
          radio_audio: '',
        }
      : emptyShowDetails,
    showOptions: await loadShowFieldSuggestions(db),
    currentRoles: roles,
    photographs: { count: 0, videos: 0, seen: [], album: '' },
    upcoming_performances: [],
  };
}

const unsavedFields = {
  id: '',
  updated_at: '',
  version: 0,
  archived: false,
  date: '',
  date_precision: 'day',
  first_date: '',
  first_date_precision: 'day',
} as const;
