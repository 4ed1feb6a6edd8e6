export { countEmptyHouseSeats } from './house-seats.ts';
export type { PerformanceChangeHandler } from './performance-change-handler.ts';
export { getDoorsTime, listPerformanceViews, listPublicPerformances } from './performance-view.ts';
export {
  confirmPlaces,
  countFreePlaces,
  countPlaces,
  extendPlaceHolds,
  getCapacity,
  hasExpiredPlaceHolds,
  releaseExpiredPlaces,
  releasePlaces,
  seedPlaces,
  setPlaces,
  takePlaces,
} from './places.ts';
export {
  deleteExpiredSeatHolds,
  deletePromisedSeats,
  findSeatsOfTickets,
  isSeatTakenAt,
  listPromisedSeats,
  listSeatAssignments,
  replaceSeats,
  setSeatChangeEmailTime,
  takeSeats,
  upsertPromisedSeats,
} from './seat-assignments.ts';
export {
  createPerformance,
  type FoundPerformance,
  findPerformance,
  findPerformances,
  findShowIdsWithPerformances,
  isPerformanceCancelled,
  listPerformances,
  listPerformancesBetween,
  parseHiddenSeats,
  parseSeatMarks,
  savePlan,
  selectPerformancesBefore,
} from './store.ts';
export { findTicketType, findTicketTypeIds, setPrices } from './ticket-types.ts';
export {
  findPerformanceWithTicketTypes,
  hasPerformanceOnSale,
  listUpcomingPerformances,
  type PricedPerformance,
  selectPerformanceStarts,
} from './upcoming-performances.ts';
export { findShowToManage, listUpcomingShows, loadNextShow } from './upcoming-shows.ts';
