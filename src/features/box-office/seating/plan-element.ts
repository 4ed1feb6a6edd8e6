import { maxHiddenSeats, maxPlanRows, parseSeatLabel, seatsPerRow } from '#features/box-office/performances/seats.ts';
import type { Seating } from './contract.ts';

/** The data of the page element `#seating-plan`: the saved plan, and the performance's show and date. */
export type PlanElementData = Pick<Seating, 'layout' | 'initialAssignment' | 'showName' | 'authors' | 'date'>;

/** Returns the attributes of the element `#seating-plan` for a plan. */
export const toPlanElementAttributes = ({ layout, initialAssignment, showName, authors, date }: PlanElementData) => ({
  id: 'seating-plan',
  'data-layout': JSON.stringify(layout),
  'data-assignments': JSON.stringify(initialAssignment),
  'data-showname': showName,
  'data-authors': authors,
  'data-date': date,
});

/**
 * Parses the attributes of the element `#seating-plan`, which other sites may write; undefined if they don't describe a
 * plan.
 */
export function parsePlanElement({
  layout,
  assignments,
  showname = '',
  authors = '',
  date = '',
}: {
  readonly [name: string]: string | undefined;
}): PlanElementData | undefined {
  const [layoutRecord, seats] = [parseRecord(layout), parseRecord(assignments ?? '{}')];
  if (!layoutRecord || !seats || showname === '' || Number.isNaN(Date.parse(date))) return undefined;
  const { rowCount, hiddenSeats = [] } = layoutRecord;
  if (typeof rowCount !== 'number' || !Number.isInteger(rowCount) || rowCount < 1 || rowCount > maxPlanRows)
    return undefined;
  const isThere = (seat: unknown): seat is string =>
    typeof seat === 'string' && (parseSeatLabel(seat)?.row ?? rowCount) < rowCount;
  if (!Array.isArray(hiddenSeats) || hiddenSeats.length > maxHiddenSeats || !hiddenSeats.every(isThere))
    return undefined;
  const entries = Object.entries(seats).map(([seat, ref]) => [seat, typeof ref === 'number' ? `${ref}` : ref] as const);
  const isOrder = (ref: unknown): ref is string => typeof ref === 'string' && /^\d{1,20}$/.test(ref);
  const assigned = entries.flatMap(([seat, ref]) => (isThere(seat) && isOrder(ref) ? [[seat, ref] as const] : []));
  if (assigned.length < entries.length) return undefined;
  return {
    layout: { rowCount, hiddenSeats, newSeats: 0, fullWidth: seatsPerRow },
    initialAssignment: Object.fromEntries(assigned),
    ...{ showName: showname, authors, date },
  };
}

function parseRecord(json: string | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json ?? '');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
