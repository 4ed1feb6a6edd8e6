export type { PerformanceChangeHandler } from './calls.ts';
export { getDoorsTime, listPerformanceViews, listPublicPerformances } from './performance-view.ts';
export {
  confirmPlaces,
  countPlaces,
  extendPlaceHolds,
  getCapacity,
  getPlaceAvailability,
  hasExpiredPlaceHolds,
  releaseExpiredPlaces,
  releasePlacesAndSeats,
  seedPlaces,
  setPlaces,
  takePlaces,
} from './places.ts';
export {
  countEmptyHouseSeats,
  deleteExpiredSeatHolds,
  deletePromisedSeats,
  findSeatsOfTickets,
  isSeatTakenAt,
  listPromisedSeats,
  listSeatAssignments,
  parseHiddenSeats,
  parseSeatMarks,
  reassignSeats,
  savePlan,
  setSeatChangeEmailTime,
  takeSeats,
  upsertPromisedSeats,
} from './seating-plan.ts';
export {
  createPerformance,
  type FoundPerformance,
  findPerformance,
  findPerformanceEvenIfArchived,
  findPerformances,
  findShowIdsWithPerformances,
  isPerformanceCancelled,
  listPerformances,
  listPerformancesBetween,
  selectPerformancesBefore,
} from './store.ts';
export { findTicketType, findTicketTypeIds, setPrices } from './ticket-types.ts';
export {
  findPerformanceWithTicketTypes,
  findShowToManage,
  hasPerformanceOnSale,
  listUpcomingPerformances,
  listUpcomingShows,
  loadNextShow,
  type PricedPerformance,
  selectPerformanceStarts,
} from './upcoming-performances.ts';
