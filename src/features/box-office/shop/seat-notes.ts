import type { SeatKind } from '#features/box-office/performances/seat-marks.ts';

/**
 * Formats remarks on chosen seats before payment: "A1: wheelchair space. F1: restricted view." "" if there are none.
 */
export const formatSeatNotes = (seats: readonly { seat: string; kind: SeatKind | '' }[]): string =>
  seats.flatMap(({ seat, kind }) => (kind === '' ? [] : [`${seat}: ${seatKindNotes[kind]}.`])).join(' ');

const seatKindNotes = {
  wheelchair: 'wheelchair space, without a fixed seat',
  companion: 'companion seat, next to the wheelchair space',
  restricted: 'restricted view: you can’t see the whole stage from here',
} as const;
