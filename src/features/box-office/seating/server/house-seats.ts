import { formatSeats, parseSeats, sortSeats } from '#features/box-office/performances/seat-labels.ts';
import { isPlain, maxSeatMarks, plainSeat } from '#features/box-office/performances/seat-marks.ts';
import { findPerformance, hiddenSeats, savePlan, seatMarks } from '#features/box-office/performances/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { auditContextFrom, recordAudit } from '#platform/server/audit/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, write } from '#platform/server/database/index.ts';
import { notFound, refuseFields } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import { type HouseSeatGroup, updateHouseSeats } from '../contract.ts';
import { isSeat } from '../plan/plan.ts';

/** Withholds seats from visitors, several at once, without the planner. */
export function houseSeatsCalls(platform: Platform): void {
  const { call } = platform;

  call(updateHouseSeats, { access: mayUse('bookings') }, withholdOrRelease(platform));
}

type Context = Pick<Platform, 'db'>;

const withholdOrRelease =
  ({ db }: Context): CallHandler<typeof updateHouseSeats> =>
  async (request) => {
    const { body, params } = request;
    const performance = (await findPerformance(request.db, params.id)) ?? notFound();
    const found = { rowCount: performance.row_count, hiddenSeats: hiddenSeats(performance), assignments: {} };
    const written = parseSeats(body.seats, (seat) => isSeat(found, seat));
    if ('fault' in written)
      return refuseFields({ seats: `“${written.fault}” isn’t a seat: enter them such as C1–C6, D3.` });
    const { seats } = written;
    const reason = body.sell === '1' ? '' : body.reason || refuseFields({ reason: 'Enter who they’re for, or why.' });
    const release = reason === '' ? 0 : body.release;
    const action = reason === '' ? 'house_seats.released' : 'house_seats.withheld';
    const audit = { ...auditContextFrom(request, action), subject: params.id, detail: formatSeats(seats) };
    await write(db, async (tx) => {
      const current = (await findPerformance(tx, params.id)) ?? notFound();
      const { row_count, hidden_seats, plan_version: version } = current;
      const plan = { rowCount: row_count, hiddenSeats: hiddenSeats(current), assignments: {} };
      const missing = seats.filter((seat) => !isSeat(plan, seat));
      if (missing.length > 0) refuseFields({ seats: `There is no seat ${missing.join(' or ')}.` });
      const before = seatMarks(current);
      const changed = seats.map((seat) => [seat, { ...(before[seat] ?? plainSeat), reason, release }] as const);
      const marks = Object.entries({ ...before, ...Object.fromEntries(changed) }).filter(([, mark]) => !isPlain(mark));
      if (marks.length > maxSeatMarks) refuseFields({ seats: `You can mark at most ${maxSeatMarks} seats.` });
      const seat_marks = JSON.stringify(Object.fromEntries(marks));
      await savePlan(tx, { id: params.id, version, by: request.visitor.id, row_count, hidden_seats, seat_marks });
      await recordAudit(tx, audit);
    });
    const are = seats.length === 1 ? 'is' : 'are';
    return ok(`${formatSeats(seats)} ${are} ${reason === '' ? 'back on sale to visitors' : 'withheld from visitors'}.`);
  };

/** Returns the house seats of performances with numbered ones, grouped by reason. */
export async function houseSeats(db: DbReader, performances: readonly Id[]): Promise<HouseSeatGroup[]> {
  const found: HouseSeatGroup[] = [];
  for (const performance_id of performances) {
    const performance = await findPerformance(db, performance_id);
    if (!performance || performance.sells_seats === 0) continue;
    const marks = Object.entries(seatMarks(performance)).filter(([, { reason }]) => reason !== '');
    for (const alike of Map.groupBy(marks, ([, { reason, release }]) => `${release} ${reason}`).values()) {
      const [first] = alike;
      if (!first) continue;
      const [, { reason, release }] = first;
      found.push({ performance_id, seats: sortSeats(alike.map(([seat]) => seat)), reason, release });
    }
  }
  return found;
}
