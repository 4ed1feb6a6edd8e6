export type { PerformanceChangeHandler } from './calls.ts';
export { getDoorTime, listPerformancesForStaff, listPublicPerformances } from './performance-view.ts';
export {
  confirmPlacesAndSeats,
  countPlaces,
  extendPlaceAndSeatHolds,
  getCapacity,
  getPlaceAvailability,
  hasExpiredPlaceHolds,
  releaseExpiredPlaces,
  releasePlacesAndSeats,
  seedPlaces,
  setPlaceCount,
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
  findPerformance,
  findPerformanceEvenIfArchived,
  findPerformances,
  findShowIdsWithPerformances,
  isPerformanceCancelled,
  listPerformances,
  listPerformancesBetween,
  type PerformanceWithShow,
  selectPerformanceIdsBefore,
} from './store.ts';
export { findTicketType, findTicketTypeIds, setTicketPrices } from './ticket-types.ts';
export {
  findPerformanceWithTicketTypes,
  findShowIdToManage,
  hasPerformanceOnSale,
  listUpcomingPerformances,
  listUpcomingShows,
  loadNextShow,
  type PerformanceWithTicketTypes,
  selectPerformanceStarts,
} from './upcoming-performances.ts';
