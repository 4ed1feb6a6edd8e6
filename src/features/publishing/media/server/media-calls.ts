import { findUserName, mayUse } from '#features/society/accounts/server/index.ts';
import { auditContextFrom, recordAudit } from '#platform/server/audit/index.ts';
import { write } from '#platform/server/database/index.ts';
import { ConfirmationRequiredError, refuse } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import { createConflict } from '#platform/shared/calls/conflict.ts';
import { parsePageNumber } from '#platform/shared/tables/paging.ts';
import { cleanText } from '#platform/shared/text/text.ts';
import { getRestorableSince } from '#platform/shared/trash.ts';
import * as contract from '../contract.ts';
import { parseMediaKind } from '../paths.ts';
import { deleteMedia, restoreMedia, updateMediaDetails } from './edit.ts';
import type { MediaCatalogue } from './media-catalogue.ts';
import { findMedia } from './store.ts';

/** Users who edit shows may also choose and add pictures for them. */
export const canAddMedia = mayUse('admin', 'shows_write');

export function registerMediaCalls({ call, db }: Platform, library: MediaCatalogue): void {
  const context = { db, library };
  // Lists the items that a picker offers
  call(contract.searchMedia, { access: canAddMedia }, search(context));
  call(contract.deleteMedia, { access: mayUse('admin') }, deleteItems(context));
  call(contract.restoreMedia, { access: mayUse('admin') }, restoreItems(context));
  call(contract.updateMediaDetails, { access: mayUse('admin') }, updateDetails(context));
}

type Context = Pick<Platform, 'db'> & { library: MediaCatalogue };

const search =
  ({ db, library }: Context): CallHandler<typeof contract.searchMedia> =>
  async ({ query, visitor }) => {
    const wanted = {
      q: cleanText(query.get('q') ?? ''),
      kind: parseMediaKind(query),
      page: parsePageNumber(query),
      deletedSince: '' as const,
      forAdmins: visitor.may.admin === true,
    };
    return ok('', await library.search(db.read, wanted));
  };

const nothingToDelete = 'There’s nothing left to delete. Someone may have deleted it already.';

const deleteItems =
  ({ db, library }: Context): CallHandler<typeof contract.deleteMedia> =>
  async (request) => {
    const { id: ids, confirm } = request.body;
    const items = (await library.items(db.read, ids)).filter(({ deleted }) => deleted === '');
    if (items.length === 0) refuse(404, nothingToDelete);
    const shown = items.filter(({ used }) => used.length > 0);
    if (shown.length > 0 && confirm !== 'yes') {
      const places = [...new Set(shown.flatMap(({ used }) => used.map(({ where }) => where)))];
      throw new ConfirmationRequiredError(formatStillShown(shown.length, items.length, places), { used: places });
    }
    const detail = items.map(({ filename }) => filename).join(', ');
    const entry = { ...auditContextFrom(request, 'media.deleted'), subject: items[0]?.id ?? '', detail };
    await write(db, async (tx) => {
      const chosen = items.map((item) => item.id);
      if (!(await deleteMedia(tx, chosen, request.now))) refuse(404, nothingToDelete);
      await recordAudit(tx, entry);
    });
    const [first] = items;
    const what = items.length === 1 && first ? `“${first.filename}”` : `${items.length} items`;
    return ok(`Deleted ${what}. You can restore ${items.length === 1 ? 'it' : 'them'} for 30 days.`, {
      deleted: items.map((item) => item.id),
    });
  };

const restoreItems =
  ({ db, library }: Context): CallHandler<typeof contract.restoreMedia> =>
  async (request) => {
    const { id: ids } = request.body;
    const entry = { ...auditContextFrom(request, 'media.restored'), subject: ids[0] ?? '' };
    const restored = await write(db, async (tx) => {
      const count = await restoreMedia(tx, ids, {
        since: getRestorableSince(request.now),
        by: request.visitor.name,
        now: request.now,
      });
      if (count === 0)
        refuse(404, 'There’s nothing to restore: it’s already been restored, or has been deleted for good.');
      await recordAudit(tx, { ...entry, detail: `${count}` });
      return count;
    });
    // Replaced files are restored as an item that only the media library shows.
    const shown = (await library.items(db.read, ids)).some(({ used }) => used.length > 0);
    if (restored === 1) return ok(`Restored ${shown ? 'to where it was' : 'to the media library'}.`);
    return ok(`${restored} items restored ${shown ? 'to where they were' : 'to the media library'}.`);
  };

const updateDetails =
  ({ db, library }: Context): CallHandler<typeof contract.updateMediaDetails> =>
  async (request) => {
    const { body } = request;
    const entry = { ...auditContextFrom(request, 'media.described'), subject: body.id, detail: body.alt };
    const { saved, deleted, by } = await write(db, async (tx) => {
      const saved = await updateMediaDetails(tx, { ...body, by: request.visitor.id });
      if (saved) await recordAudit(tx, entry);
      const after = await findMedia(tx, body.id);
      return { saved, deleted: after?.deleted_at ?? null, by: after?.updated_by ?? null };
    });
    if (saved) {
      const [item] = await library.items(db.read, [body.id]);
      if (!item) return refuse(404, 'This item no longer exists. Someone may have deleted it.');
      return ok(`Saved “${item.filename}”.`, { item, version: saved });
    }
    if (deleted !== null) refuse(404, 'This item has been deleted. Restore it first, under Recently deleted.');
    const [theirs] = await library.items(db.read, [body.id]);
    if (!theirs) return refuse(404, 'This item no longer exists. Someone may have deleted it.');
    const { alt, credit, consent, version } = theirs;
    const changed_by = await findUserName(db.read, by);
    const current: contract.CurrentMedia = { alt, credit, consent, version, changed_by };
    return createConflict(
      'Someone else changed these details while you were editing. Your changes are still here.',
      current,
    );
  };

function formatStillShown(shown: number, chosen: number, places: readonly string[]): string {
  const which = chosen === 1 ? 'This is' : shown === 1 ? 'One of these is' : `${shown} of these are`;
  const rest = places.length - 3;
  const more = rest > 0 ? ` and ${rest === 1 ? 'one more place' : `${rest} more places`}` : '';
  return `${which} still shown: ${places.slice(0, 3).join('; ')}${more}. Deleting removes ${shown === 1 ? 'it' : 'them'} from there too.`;
}
