export { countEmptyHouseSeats } from './house-seats.ts';
export type { PerformanceChangeHandler } from './performance-change-handler.ts';
export { performanceView } from './performance-view.ts';
export {
  confirmPlaces,
  countFreePlaces,
  countPlaces,
  extendPlaceHolds,
  hasExpiredPlaceHolds,
  releaseExpiredPlaces,
  releasePlaces,
  seedPlaces,
  setPlaces,
  takePlaces,
} from './places.ts';
export {
  promisedSeats,
  scheduleSeatChangeLetter,
  upsertPromisedSeats,
} from './promised-seats.ts';
export { getDoorsTime, publicPerformances } from './public-performances.ts';
export {
  deleteExpiredSeatHolds,
  isTakenAt,
  listSeatAssignments,
  replaceSeats,
  seatsOfTickets,
  takeSeats,
} from './seat-assignments.ts';
export {
  createPerformance,
  type FoundPerformance,
  findPerformance,
  findPerformances,
  findShowIdsWithPerformances,
  hiddenSeats,
  isCancelled,
  listPerformances,
  performancesBetween,
  savePlan,
  seatMarks,
  selectPerformancesBefore,
} from './store.ts';
export { findTicketType, setPrices, ticketTypeIds } from './ticket-types.ts';
export {
  findBookablePerformance,
  isPerformanceOnSale,
  listUpcomingPerformances,
  performanceStarts,
  type UpcomingPerformance,
} from './upcoming-performances.ts';
export { findShowToManage, listUpcomingShows, nextShow } from './upcoming-shows.ts';
