import { mayUse } from '#features/accounts/server/index.ts';
import { SaveShow } from '#features/shows/edit-contract.ts';
import { firstOf, lastOf } from '#features/shows/run.ts';
import { findShowOrArchived, saveShow } from '#features/shows/server/index.ts';
import { readSettings } from '#features/society/server/index.ts';
import { doneBy, lastActor, recordAudit } from '#platform/server/audit/index.ts';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import { type Reading, type Writing, write } from '#platform/server/database/index.ts';
import { ok } from '#platform/server/http/call.ts';
import type { PageRequest } from '#platform/server/http/page.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { notFound, refuse } from '#platform/server/http/refusal.ts';
import { conflict } from '#platform/shared/conflict.ts';
import { momentInWords, withOffset } from '#platform/shared/dates.ts';
import { localTime, momentOf } from '#platform/shared/local-time.ts';
import { capacityOf } from '../capacity.ts';
import * as contract from '../contract.ts';
import { runWith } from '../run-with.ts';
import { placesOf, setPlaces } from './places.ts';
import { nextToPlay } from './shows.ts';
import {
  deletePerformance,
  type FoundPerformance,
  findPerformance,
  hiddenSeats,
  isTaken,
  playedOf,
  recordPerformance,
  savePerformance,
  setCancelled,
} from './store.ts';

const access = mayUse('bookings');

/** More than any run has: what a form is pressed for by mistake ends here. */
const mostPerformances = 200;

export function performanceCalls({ call, db }: Platform): void {
  call(contract.addPerformance, { access }, async (request) => {
    const { body, now, once } = request;
    const id = newId();
    const { timeZone } = await readSettings(request.db);
    const show_id = body.show_id || (await nextToPlay(request.db, request.today))?.id;
    if (show_id === undefined) {
      return refuse(409, 'No show is announced yet. Add the show first, then its performances.');
    }
    const starts_at = momentOf(body.datetime, timeZone);
    const when = momentInWords(withOffset(starts_at, timeZone));
    const entry = { ...doneBy(request), action: 'added a performance', subject: show_id };
    return once(write, async (tx) => {
      const show = (await findShowOrArchived(tx, show_id)) ?? unknownShow();
      if (show.cancelled) refuse(409, `${show.title} is cancelled, so it isn’t performed.`);
      if (await isTaken(tx, { show_id, starts_at })) faulty(alreadyThen);
      if ((await playedOf(tx, show_id)).length >= mostPerformances) {
        refuse(409, `${show.title} has ${mostPerformances} performances already, which is as many as fit.`);
      }
      await recordPerformance(tx, { id, show_id, starts_at, now });
      await moveRun(tx, show_id, { ...request, timeZone });
      await recordAudit(tx, { ...entry, detail: `${show.title}, ${when}` });
      return ok(`Added: ${show.title}, ${when}.`, { id });
    });
  });

  call(contract.changePerformance, { access }, async (request) => {
    const { body, params } = request;
    const performance = await performanceOf(request);
    const { timeZone } = await readSettings(request.db);
    const starts_at = momentOf(body.datetime, timeZone);
    const { doors_minutes, notes, version } = body;
    const capacity = body.capacity === 0 ? null : body.capacity;
    const hidden_seats = hiddenSeats(performance);
    const moved = starts_at !== performance.starts_at;
    const when = momentInWords(withOffset(starts_at, timeZone));
    const entry = {
      ...doneBy(request),
      action: moved ? 'moved a performance' : changed,
      subject: params.id,
      detail: `${performance.show_title}, ${when}`,
    };
    const isSaved = await write(db, async (tx) => {
      if (await isTaken(tx, { show_id: performance.show_id, starts_at }, params.id)) faulty(alreadyThen);
      if (!(await savePerformance(tx, { id: params.id, version, starts_at, doors_minutes, capacity, notes }))) {
        return false;
      }
      const places = { performance: params.id, capacity: capacityOf({ ...performance, hidden_seats, capacity }) };
      const set = await setPlaces(tx, { ...places, now: request.now });
      if (set !== 'set') faulty({ capacity: `${set.taken} places are taken already` });
      if (moved) await moveRun(tx, performance.show_id, { ...request, timeZone });
      await recordAudit(tx, entry);
      return true;
    });
    if (!isSaved) {
      const current = await present(db.read, params.id, timeZone);
      return conflict(
        `${current.changed_by || 'Someone else'} has saved this performance since you opened it. Nothing of yours is lost: choose what to keep.`,
        current,
      );
    }
    return ok(moved ? `Moved to ${when}.` : 'Performance saved.');
  });

  for (const [declared, cancelled] of [
    [contract.cancelPerformance, true],
    [contract.restorePerformance, false],
  ] as const) {
    call(declared, { access }, async (request) => {
      const performance = await performanceOf(request);
      const when = await whenOf(request.db, performance);
      const entry = {
        ...doneBy(request),
        action: cancelled ? 'cancelled a performance' : 'brought back a performance',
        subject: performance.id,
        detail: `${performance.show_title}, ${when}`,
      };
      await write(db, async (tx) => {
        if (!cancelled && (await isTaken(tx, performance, performance.id))) {
          refuse(409, 'Another performance begins at that time by now. Move or cancel that one first.');
        }
        if (await setCancelled(tx, performance.id, cancelled ? request.now : null)) await recordAudit(tx, entry);
      });
      return ok(
        cancelled
          ? `${when} is cancelled, and the site says so. You can bring it back.`
          : `${when} is on again, and the site says so.`,
      );
    });
  }

  call(contract.deletePerformance, { access }, async (request) => {
    const performance = await performanceOf(request);
    const when = await whenOf(request.db, performance);
    const detail = `${performance.show_title}, ${when}`;
    const entry = { ...doneBy(request), action: 'deleted a performance', subject: performance.id, detail };
    await write(db, async (tx) => {
      const places = (await placesOf(tx, [performance.id], request.now)).get(performance.id);
      if (places && places.sold + places.held > 0) {
        refuse(409, 'Somebody has tickets for it, so it can’t be deleted. Cancel it instead.');
      }
      if (await deletePerformance(tx, performance.id)) await recordAudit(tx, entry);
    });
    return ok(`Deleted: ${when}. The dates of ${performance.show_title} stay as they are.`);
  });
}

const changed = 'changed a performance';

const alreadyThen = { datetime: 'This show is performed then already' };

function faulty(fields: Record<string, string>): never {
  return refuse(400, 'Some of this needs another look: see the notes beside the fields.', fields);
}

const unknownShow = () => faulty({ show_id: 'Choose the show' });

/** @throws Refusal 404 */
export const performanceOf = async ({ db, params }: { db: Reading; params: { id: Id } }): Promise<FoundPerformance> =>
  (await findPerformance(db, params.id)) ?? notFound();

async function whenOf(db: Reading, { starts_at }: FoundPerformance): Promise<string> {
  const { timeZone } = await readSettings(db);
  return momentInWords(withOffset(starts_at, timeZone));
}

/** Has a show last from its first performance to its last. */
async function moveRun(
  tx: Writing,
  showId: Id,
  { timeZone, now, today, visitor }: Pick<PageRequest, 'now' | 'today' | 'visitor'> & { timeZone: string },
): Promise<void> {
  const show = await findShowOrArchived(tx, showId);
  if (!show) return;
  const days = (await playedOf(tx, showId)).map(({ starts_at }) => withOffset(starts_at, timeZone).slice(0, 10));
  const before = { first: firstOf(show), last: lastOf(show) };
  const { first, last } = runWith(before, days);
  if (JSON.stringify({ first, last }) === JSON.stringify(before)) return;
  const sent = SaveShow.parse({
    ...{ first_date: first.date, first_date_precision: first.precision },
    ...{ date: last.date, date_precision: last.precision },
  });
  await saveShow(tx, { id: showId, isNew: false, sent, now, today, by: visitor.id });
}

/** A performance as it is now, for whoever began from an older one. */
async function present(db: Reading, id: Id, timeZone: string): Promise<contract.CurrentPerformance> {
  const { starts_at, doors_minutes, capacity, notes, version } = (await findPerformance(db, id)) ?? notFound();
  return {
    datetime: localTime(starts_at, timeZone),
    doors_minutes,
    own_capacity: capacity ?? 0,
    notes,
    version,
    changed_by: await lastActor(db, id, { actions: [changed, 'moved a performance'] }),
  };
}
