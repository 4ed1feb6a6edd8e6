import { findReviewExcerpt } from '#features/archive/reviews/server/index.ts';
import type {
  CreditEntry,
  PersonPhotograph,
  PersonShowEntry,
  Portrait,
  ShowListContent,
} from '#features/archive/shows/contract.ts';
import { formatCreditName, formatRole } from '#features/archive/shows/credits.ts';
import { SHOW_LIST_QUERY_KEYS } from '#features/archive/shows/list-state.ts';
import { personPath, showPath } from '#features/archive/shows/paths.ts';
import {
  findMergeTarget,
  listOtherPrintedNames,
  listPersonRoles,
} from '#features/archive/shows/people/server/index.ts';
import { drawPoster } from '#features/archive/shows/posters/server/index.ts';
import {
  buildPosterFileName,
  buildShowPosterUrl,
  buildShowShareImagePath,
  findNeighbouringShows,
  findShow,
  findShowToOpen,
  type ListedShow,
  listShowCredits,
  listUncancelledShowsByIds,
  loadPastShows,
  loadPastShowsForManagers,
  loadPosterContext,
  renderShowShareJpeg,
  renderSocietyShareJpeg,
  toPosterSubject,
  toShowEntry,
  trimShowListAndCorrectSearch,
} from '#features/archive/shows/server/index.ts';
import { hasPerformanceOnSale, listPublicPerformances } from '#features/box-office/performances/server/index.ts';
import { buildPortraitUrl, getPortraitSize, listShownPortraits } from '#features/members/portraits/server/index.ts';
import {
  addPictureAttributes,
  findPublicPerson,
  listPersonMedia,
  loadShowGallery,
} from '#features/publishing/media/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { areTicketsSoldHere } from '#features/society/settings/tickets.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import { refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import { everyone } from '#platform/server/http/request/visitor.ts';
import type { FreshResponse } from '#platform/server/http/response/response-cache.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import type { Download } from '#platform/server/http/routes/download.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { renderMarkdown } from '#platform/server/markdown/index.ts';
import { isPast } from '#platform/shared/dates/dates.ts';
import type { RedirectContent } from '#platform/shared/pages.ts';
import type { ShowPageContent } from '../contract.ts';

const redirectTo = (url: string): RedirectContent => ({ type: 'redirect', url, text: 'This page has moved.', time: 0 });

export function registerShowPages({ page, resource, download }: RouteRegistry): void {
  page(
    '/past-shows',
    { type: 'list_shows', access: everyone, query: SHOW_LIST_QUERY_KEYS, trimForHtml: trimShowListAndCorrectSearch },
    buildPastShowsPage,
  );

  page(
    '/past-shows/member/:id/:name',
    {
      type: ['list_shows', 'redirect'],
      access: everyone,
      query: SHOW_LIST_QUERY_KEYS,
      load: loadPerson,
      trimForHtml: (page, visit) => (page.type === 'list_shows' ? trimShowListAndCorrectSearch(page, visit) : page),
    },
    buildPersonPage,
  );

  page('/past-shows/member/:id', { type: 'redirect', access: everyone, load: loadPerson }, redirectToPerson);

  page('/past-shows/:id', { type: 'redirect', access: everyone, load: loadShow }, ({ subject }) =>
    redirectTo(showPath(subject)),
  );

  page('/past-shows/:id/:title', { type: 'past_show', access: everyone, load: loadShow }, buildShowPage);
  resource('/posters/:id/:file', { access: everyone }, sendPoster);
  download('/share/:id/:file', { access: everyone, rateLimit: 'drawing' }, sendShareFile);
}

async function buildPastShowsPage(visit: PageRequest): Promise<ShowListContent> {
  const view = { ...visit, society: (await readSettings(visit.db)).siteName };
  return visit.visitor.may.shows_write ? loadPastShowsForManagers(view) : loadPastShows(view);
}

async function redirectToPerson({ db, subject }: PageRequest<Person>): Promise<RedirectContent> {
  const { id, name } = (await findMergeTarget(db, subject.id)) ?? subject;
  return redirectTo(personPath(id, name));
}

async function sendPoster({ db, params }: PageRequest): Promise<FreshResponse> {
  const show = (await findShow(db, params.id ?? '')) ?? refuseNotFound();
  const { siteName } = await readSettings(db);
  const subject = toPosterSubject(show, await loadPosterContext(db, siteName));
  const { svg, isFinal } = await drawPoster(subject);
  return {
    status: 200,
    contentType: 'image/svg+xml',
    body: svg,
    // The URL of an older version serves the current poster, which caches must revalidate
    ...(isFinal &&
      params.file === buildPosterFileName(subject) && {
        headers: { 'cache-control': 'public, max-age=31536000, immutable' },
      }),
  };
}

async function sendShareFile({ db, params }: PageRequest): Promise<Download> {
  const { siteName } = await readSettings(db);
  const { id = '', file = '' } = params;
  if (id === 'site') return renderSocietyShareJpeg(siteName, file);
  const show = (await findShow(db, id)) ?? refuseNotFound();
  return renderShowShareJpeg(toPosterSubject(show, await loadPosterContext(db, siteName)), file);
}

const loadShow = (visit: PageRequest) => findShowToOpen(visit, visit.params.id ?? '');
const loadPerson = ({ db, params }: PageRequest) => findPublicPerson(db, params.id ?? '');

type Show = NonNullable<Awaited<ReturnType<typeof findShow>>>;
type Person = NonNullable<Awaited<ReturnType<typeof findPublicPerson>>>;

async function buildShowPage({ db, subject: show, today, now }: PageRequest<Show>): Promise<ShowPageContent> {
  const settings = await readSettings(db);
  const posters = await loadPosterContext(db, settings.siteName);
  const portraits = await listShownPortraits(db);
  const portraitOf = (id: string) => {
    const portrait = portraits.get(id);
    return portrait && { portrait: buildPortraitUrl(portrait.id, 'small') };
  };
  const credits = (await listShowCredits(db, show.id)).map((credit) => ({
    kind: credit.kind,
    entry: {
      id: credit.id,
      name: formatCreditName(credit.name, credit.printed_as, credit.credit_style),
      role: credit.role,
      order: credit.ord,
      ...(credit.kind === 'cast' && portraitOf(credit.id)),
    } satisfies CreditEntry,
  }));
  const { earlier, later } = await findNeighbouringShows(db, show);
  const opening = await findReviewExcerpt(db, show.noda_review, now);
  const toNeighbour = (other: ListedShow) => ({
    href: showPath(other),
    title: other.title,
    programme: buildShowPosterUrl(other, posters),
  });
  const performances = await listPublicPerformances(db, show.id, today);
  const isPerformedAgain = performances.some((one) => !one.cancelled && one.starts_at.slice(0, 10) >= today);
  const entries = (kind: 'cast' | 'crew') => credits.filter((credit) => credit.kind === kind).map(({ entry }) => entry);
  return {
    type: 'past_show',
    id: show.id,
    title: show.title,
    show: {
      id: show.id,
      title: show.title,
      subtitle: show.subtitle,
      date: show.date,
      date_precision: show.date_precision,
      first_date: show.first_date,
      first_date_precision: show.first_date_precision,
      season: show.season,
      genre: show.genre,
      author: show.author,
      show_type: show.show_type,
      venue: show.venue,
      company: show.company,
      cancelled: show.cancelled,
      upcoming: !isPast(show.date, show.date_precision, today) || (isPerformedAgain && !show.cancelled),
      programme: buildShowPosterUrl(show, posters),
      share_picture: buildShowShareImagePath(show, posters),
      banner: show.banner,
      noda_review: show.noda_review,
      radio_audio: show.radio_audio,
      text_blob: show.text_blob,
      text_html: await addPictureAttributes(db, await renderMarkdown(show.text_blob)),
    },
    performances,
    on_sale: areTicketsSoldHere(settings) && (await hasPerformanceOnSale(db, show.id, now)),
    cast: entries('cast'),
    crew: entries('crew'),
    ...(opening !== '' && { review_opening: opening }),
    ...(await loadShowGallery(db, show.id)),
    ...(earlier && { earlier: toNeighbour(earlier) }),
    ...(later && { later: toNeighbour(later) }),
  };
}

/**
 * Builds a person's page: their shows that weren't cancelled, with their roles in each, and photographs of them. For a
 * person who was merged into another, redirects to the other's page.
 */
async function buildPersonPage({
  db,
  subject: person,
  today,
}: PageRequest<Person>): Promise<ShowListContent | RedirectContent> {
  const current = await findMergeTarget(db, person.id);
  if (current) return redirectTo(personPath(current.id, current.name));
  const posters = await loadPosterContext(db, (await readSettings(db)).siteName);
  const roles = await listPersonRoles(db, person.id);
  const rolesIn = (showId: string, kind: 'cast' | 'crew') =>
    [
      ...new Set(
        roles.filter((role) => role.show_id === showId && role.kind === kind).map(({ role }) => formatRole(role)),
      ),
    ].join(', ');
  const ownShowIds = new Set(roles.map((role) => role.show_id));
  const toEntry = (show: ListedShow): PersonShowEntry => ({
    ...toShowEntry(show, posters),
    cast: rolesIn(show.id, 'cast'),
    crew: rolesIn(show.id, 'crew'),
  });
  const media = await listPersonMedia(db, person.id);
  const listed = await listUncancelledShowsByIds(db, [...new Set([...ownShowIds, ...media.map(({ show }) => show)])]);
  const ownShows = listed.filter((show) => ownShowIds.has(show.id));
  const { past = [], upcoming = [] } = Object.groupBy(ownShows, ({ date, date_precision }) =>
    isPast(date, date_precision, today) ? 'past' : 'upcoming',
  );
  const shows = past.map(toEntry);
  const pastIds = new Set(past.map((show) => show.id));
  const rolesInPast = roles.filter((role) => pastIds.has(role.show_id));
  const also_known_as = (await listOtherPrintedNames(db, [person.id])).map(({ name }) => name);
  const pictures = selectPhotographs(media, listed.map(toEntry));
  return {
    type: 'list_shows',
    title: person.name,
    default_layout: 'table',
    shows,
    members: { [person.id]: { name: person.name, also_known_as, shows: shows.map(({ id }) => id) } },
    coming_up: upcoming
      .map((show) => ({ ...toEntry(show), first_date_precision: show.first_date_precision }))
      .toReversed(),
    ...(pictures.length > 0 && { photographs: pictures }),
    person: {
      id: person.id,
      name: person.name,
      also_known_as,
      did: formatCareer(summariseCareer(rolesInPast), past.length),
      ...(await loadPortrait(db, person.id)),
    },
  };
}

async function loadPortrait(db: DbReader, id: string): Promise<{ portrait?: Portrait }> {
  const portrait = (await listShownPortraits(db)).get(id);
  if (!portrait) return {};
  const { width, height } = getPortraitSize(portrait, 'large');
  return { portrait: { src: buildPortraitUrl(portrait.id, 'large'), width, height } };
}

/** The maximum number of photographs on a person's page. The galleries are on the pages of the shows. */
const MAX_PHOTOGRAPHS = 8;
const posterSize = { width: 600, height: 848 };

function selectPhotographs(
  media: Awaited<ReturnType<typeof listPersonMedia>>,
  listed: readonly PersonShowEntry[],
): PersonPhotograph[] {
  const shows = new Map(listed.map((show) => [show.id, show]));
  return media
    .flatMap(({ kind, id, src, width, height, alt, show: showId }) => {
      const show = shows.get(showId);
      if (!show) return [];
      const { title, cast: role, programme } = show;
      const photograph = { id, alt, href: showPath(show), role };
      if (kind === 'video') return [{ ...photograph, src: programme, ...posterSize, title: `${title}, on video` }];
      return [{ ...photograph, src: `${src}?lowres`, width, height, title }];
    })
    .filter(({ id }, index, all) => all.findIndex((other) => other.id === id) === index)
    .slice(0, MAX_PHOTOGRAPHS);
}

/** The numbers of past shows in which a person took part, by role. */
interface Career {
  /** The number of shows in which the person was on stage. */
  on_stage: number;
  /** The person's most frequent roles behind the scenes, with the number of shows. */
  behind_the_scenes: { role: string; shows: number }[];
}

/** The maximum number of roles behind the scenes in the sentence about a person. */
const maxRoles = 2;

/** Counts shows, not roles: two parts in the same show count once. */
export function summariseCareer(roles: readonly { show_id: string; kind: 'cast' | 'crew'; role: string }[]): Career {
  const countShows = (credits: readonly { show_id: string }[]) => new Set(credits.map(({ show_id }) => show_id)).size;
  const { cast = [], crew = [] } = Object.groupBy(roles, ({ kind }) => kind);
  const withRole = crew.filter(({ role }) => role !== '');
  // "Stage Manager" and "Stage manager" are the same role
  const byRole = Map.groupBy(withRole, ({ role }) => role.toLocaleLowerCase('en-GB'));
  const behind_the_scenes = [...byRole.values()]
    .map((same) => ({ role: same[0]?.role ?? '', shows: countShows(same) }))
    .sort((one, other) => other.shows - one.shows || one.role.localeCompare(other.role, 'en-GB'))
    .slice(0, maxRoles);
  return { on_stage: countShows(cast), behind_the_scenes };
}

/**
 * Formats "on stage in 21, director in 8 and prompter in 3". A number that equals `total`, the number of the person's
 * past shows, becomes "all".
 */
export function formatCareer({ on_stage, behind_the_scenes }: Career, total: number): string {
  const roles = [{ role: 'on stage', shows: on_stage }, ...behind_the_scenes].filter(({ shows }) => shows > 0);
  const parts = roles.map(({ role, shows }) => `${toLowerCaseRole(role)} in ${shows === total ? 'all' : shows}`);
  return new Intl.ListFormat('en-GB').format(parts);
}

/** Lowercases a role for a sentence: "stage manager". Abbreviations such as "ASM" stay as they are. */
const toLowerCaseRole = (role: string) => role.replace(/\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase());
