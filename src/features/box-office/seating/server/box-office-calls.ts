import { sortSeats } from '#features/box-office/performances/seat-labels.ts';
import { findPerformance } from '#features/box-office/performances/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { notFound } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import { getBoxOfficeSeats } from '../contract.ts';
import { seatsForSale } from './seat-allocation.ts';

/** The seats from which the box office chooses while it sells. */
export function boxOfficeCalls({ call }: Platform): void {
  call(getBoxOfficeSeats, { access: mayUse('door') }, loadSeatsToSell);
}

const loadSeatsToSell: CallHandler<typeof getBoxOfficeSeats> = async ({ db, params, now }) => {
  const performance = (await findPerformance(db, params.id)) ?? notFound();
  const { rowCount, hiddenSeats, assignments, marks } = await seatsForSale(db, performance, { mine: [], now });
  const taken = sortSeats(Object.keys(assignments));
  return ok('Seats loaded.', { rowCount, hiddenSeats: [...hiddenSeats], taken, marks });
};
