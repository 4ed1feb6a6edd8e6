import { personPath } from '#features/archive/shows/paths.ts';
import { findPublicPerson } from '#features/publishing/media/server/index.ts';
import { findUserName } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import { everyone } from '#platform/server/http/request/visitor.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import type { Download } from '#platform/server/http/routes/download.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import type { FileStorage } from '#platform/server/storage/storage.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { consentWording, getConsentMethod, hasValidConsent } from '../consent.ts';
import type { PortraitContent, PortraitSummary } from '../contract.ts';
import {
  buildPortraitUrl,
  canManagePortrait,
  findPortrait,
  findPortraitById,
  findPortraitSubject,
  getPortraitSize,
  listDeletedPortraits,
  listPortraitSubjectsOfUser,
  listShownPortraits,
  loadPortraitSubject,
  mayManagePortrait,
  type PortraitSubject,
} from './store.ts';

export function registerPortraitPages({ page }: RouteRegistry): void {
  page(
    '/members/portrait/:id',
    { type: 'portrait', access: mayManagePortrait, load: loadPortraitSubject },
    buildPortraitPage,
  );
}

async function buildPortraitPage({
  db,
  subject,
  visitor,
  now,
}: PageRequest<PortraitSubject>): Promise<PortraitContent> {
  const { id, name } = subject;
  const { timeZone } = await readSettings(db);
  return {
    type: 'portrait',
    title: `Portrait of ${name}`,
    person: { id, name },
    href: (await findPublicPerson(db, id)) ? personPath(id, name) : '',
    manages_people: visitor.may.admin === true,
    portrait: await buildManagedPortrait(db, subject),
    consent_form: getConsentMethod(subject, visitor),
    wording: consentWording,
    deleted: (await listDeletedPortraits(db, id, now)).map((deleted) => ({
      id: deleted.id,
      src: buildPortraitUrl(deleted.id, 'small'),
      deleted_at: formatIsoWithOffset(deleted.deleted_at, timeZone),
    })),
  };
}

async function buildManagedPortrait(db: DbReader, { id }: PortraitSubject): Promise<PortraitContent['portrait']> {
  const portrait = await findPortrait(db, id);
  if (!portrait) return null;
  const { width, height } = getPortraitSize(portrait, 'large');
  const { timeZone } = await readSettings(db);
  return {
    ...{ id: portrait.id, src: buildPortraitUrl(portrait.id, 'large'), width, height },
    consent: hasValidConsent(portrait)
      ? {
          at: formatIsoWithOffset(portrait.consented_at ?? '', timeZone),
          wording: portrait.consent_wording,
          guardian: portrait.guardian,
          recorded_by: await findUserName(db, portrait.consent_recorded_by),
        }
      : null,
  };
}

/** Lists the persons whose portrait a member looks after, for the account settings. */
export async function listPortraitSummaries({
  db,
  visitor,
}: Pick<PageRequest, 'db' | 'visitor'>): Promise<PortraitSummary[]> {
  const summaries: PortraitSummary[] = [];
  for (const { id, name } of await listPortraitSubjectsOfUser(db, visitor.id)) {
    const portrait = await findPortrait(db, id);
    const src = portrait ? buildPortraitUrl(portrait.id, 'small') : '';
    summaries.push({ id, name, src, is_shown: portrait !== undefined && hasValidConsent(portrait) });
  }
  return summaries;
}

const sizesByFile: Readonly<Record<string, 'small' | 'large'>> = { 'small.webp': 'small', 'large.webp': 'large' };

export function registerPortraitDownloadRoutes({ download }: RouteRegistry, storage: FileStorage): void {
  download('/portraits/:id/:file', { access: everyone, query: ['refresh'], load: findVisiblePortrait }, (visit) =>
    sendPortrait(storage, visit),
  );
}

type VisiblePortrait = NonNullable<Awaited<ReturnType<typeof findVisiblePortrait>>>;

/**
 * Finds a portrait that the visitor may see. A hidden or deleted portrait is found only for the people who look after
 * it.
 */
async function findVisiblePortrait({ db, params, visitor }: PageRequest) {
  const size = sizesByFile[params.file ?? ''];
  const portrait = size && (await findPortraitById(db, params.id ?? ''));
  if (!portrait) return undefined;
  if (portrait.deleted_at === null) {
    const shown = [...(await listShownPortraits(db)).values()].some(({ id }) => id === portrait.id);
    if (shown) return { portrait, size, isPublic: true };
  }
  const sitter = await findPortraitSubject(db, portrait.person_id);
  return sitter && canManagePortrait(visitor, sitter) ? { portrait, size, isPublic: false } : undefined;
}

function sendPortrait(storage: FileStorage, { subject, query }: PageRequest<VisiblePortrait>): Download {
  const { key, bytes } = getPortraitSize(subject.portrait, subject.size);
  return {
    contentType: 'image/webp',
    size: bytes,
    version: key,
    open: (range) => storage.open(key, range),
    filename: 'portrait.webp',
    disposition: 'inline',
    // No cache may store a portrait for more than a few minutes, because the consent may be withdrawn
    cachePolicy: subject.isPublic && !query.has('refresh') ? 'seldom' : 'uncached',
  };
}
