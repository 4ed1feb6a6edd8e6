import { formatSeats, sortSeats } from '#features/box-office/performances/seat-labels.ts';
import {
  findPerformance,
  parseHiddenSeats,
  parseSeatMarks,
  savePlan,
} from '#features/box-office/performances/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { auditContextFrom, recordAudit } from '#platform/server/audit/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, write } from '#platform/server/database/index.ts';
import { refuseFields, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import { type HouseSeatGroup, updateHouseSeats } from '../contract.ts';
import { withholdSeats } from '../plan/actions.ts';
import { isSeat } from '../plan/plan.ts';
import { parseTypedSeats } from '../plan/plan-validation.ts';

/** Registers the call that withholds or releases seats without the planner. */
export function registerHouseSeatCalls(platform: Platform): void {
  platform.call(updateHouseSeats, { access: mayUse('bookings') }, withholdOrRelease(platform));
}

type Context = Pick<Platform, 'db'>;

const withholdOrRelease =
  ({ db }: Context): CallHandler<typeof updateHouseSeats> =>
  async (request) => {
    const { body, params } = request;
    const performance = (await findPerformance(request.db, params.id)) ?? refuseNotFound();
    const opened = { rowCount: performance.row_count, hiddenSeats: parseHiddenSeats(performance), assignments: {} };
    const typed = parseTypedSeats(body.seats, (seat) => isSeat(opened, seat));
    if ('wrong' in typed) return refuseFields({ seats: typed.wrong });
    const { seats } = typed;
    const reason = body.sell === '1' ? '' : body.reason || refuseFields({ reason: 'Enter who they’re for, or why.' });
    const release = reason === '' ? 0 : body.release;
    const action = reason === '' ? 'house_seats.released' : 'house_seats.withheld';
    const audit = { ...auditContextFrom(request, action), subject: params.id, detail: formatSeats(seats) };
    await write(db, async (tx) => {
      const current = (await findPerformance(tx, params.id)) ?? refuseNotFound();
      const { row_count, hidden_seats, plan_version: version } = current;
      const hiddenSeats = parseHiddenSeats(current);
      const plan = { rowCount: row_count, hiddenSeats, assignments: {}, marks: parseSeatMarks(current) };
      const outcome = withholdSeats(plan, { seats, reason, release });
      if ('refused' in outcome) return refuseFields({ seats: outcome.refused.says });
      const seat_marks = JSON.stringify(outcome.plan.marks);
      await savePlan(tx, { id: params.id, version, by: request.visitor.id, row_count, hidden_seats, seat_marks });
      await recordAudit(tx, audit);
    });
    const are = seats.length === 1 ? 'is' : 'are';
    return ok(`${formatSeats(seats)} ${are} ${reason === '' ? 'back on sale to visitors' : 'withheld from visitors'}.`);
  };

/** Lists the house seats of performances with numbered seats, grouped by reason and release. */
export async function listHouseSeats(db: DbReader, performances: readonly Id[]): Promise<HouseSeatGroup[]> {
  const found: HouseSeatGroup[] = [];
  for (const performance_id of performances) {
    const performance = await findPerformance(db, performance_id);
    if (!performance || performance.sells_seats === 0) continue;
    const marks = Object.entries(parseSeatMarks(performance)).filter(([, { reason }]) => reason !== '');
    for (const group of Map.groupBy(marks, ([, { reason, release }]) => `${release} ${reason}`).values()) {
      const [first] = group;
      if (!first) continue;
      const [, { reason, release }] = first;
      found.push({ performance_id, seats: sortSeats(group.map(([seat]) => seat)), reason, release });
    }
  }
  return found;
}
