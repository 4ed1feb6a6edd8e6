import type { Platform } from '#platform/server/http/platform.ts';
import { everyone } from '#platform/server/http/request/access.ts';
import type { Download } from '#platform/server/http/routes/download.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import type { Storage } from '#platform/server/storage/storage.ts';
import { canManagePortrait, findSitter } from './access.ts';
import { findPortraitById, getPortraitSize, listShownPortraits } from './store.ts';

const sizesByFile: Readonly<Record<string, 'small' | 'large'>> = { 'small.webp': 'small', 'large.webp': 'large' };

export function registerPortraitDownloads({ download }: Platform, storage: Storage): void {
  download('/portraits/:id/:file', { access: everyone, query: ['refresh'], load: findVisiblePortrait }, (visit) =>
    sendPortrait(storage, visit),
  );
}

type VisiblePortrait = NonNullable<Awaited<ReturnType<typeof findVisiblePortrait>>>;

/**
 * Finds a portrait that visitors may see. A portrait that they may not see is found only for the people who look after
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
  const sitter = await findSitter(db, portrait.person_id);
  return sitter && canManagePortrait(visitor, sitter) ? { portrait, size, isPublic: false } : undefined;
}

function sendPortrait(storage: Storage, { subject, query }: PageRequest<VisiblePortrait>): Download {
  const { key, bytes } = getPortraitSize(subject.portrait, subject.size);
  return {
    contentType: 'image/webp',
    size: bytes,
    version: key,
    open: (range) => storage.open(key, range),
    filename: 'portrait.webp',
    disposition: 'inline',
    // No cache may store a portrait for more than a few minutes, because a person may withdraw their consent
    cachePolicy: subject.isPublic && !query.has('refresh') ? 'seldom' : 'uncached',
  };
}
