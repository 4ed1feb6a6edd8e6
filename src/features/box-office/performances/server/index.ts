export { countEmptyHouseSeats as countHouseSeats } from './house-seats.ts';
export type { PerformanceChangeHandler as PerformanceChanges } from './performance-change-handler.ts';
export { performanceView } from './performance-view.ts';
export {
  confirmPlaces as keepPlaces,
  countFreePlaces as freeAt,
  countPlaces as placesOf,
  extendPlaceHolds as holdPlacesUntil,
  hasExpiredPlaceHolds as anyLapsed,
  releaseExpiredPlaces as freeLapsedPlaces,
  releasePlaces as freePlaces,
  seedPlaces as recordPlaces,
  setPlaces,
  takePlaces,
} from './places.ts';
export {
  promisedSeats,
  scheduleSeatChangeLetter as tellSeatsAt,
  upsertPromisedSeats as promiseSeats,
} from './promised-seats.ts';
export { getDoorsTime as doorsAt, publicPerformances } from './public-performances.ts';
export {
  deleteExpiredSeatHolds as forgetHeldSeats,
  isTakenAt,
  listSeatAssignments as seatRows,
  replaceSeats,
  seatsOfTickets,
  takeSeats,
} from './seat-assignments.ts';
export {
  createPerformance as recordPerformance,
  type FoundPerformance,
  findPerformance,
  findPerformances,
  findShowIdsWithPerformances as showsPerformed,
  hiddenSeats,
  isCancelled as isCalledOff,
  listPerformances as performancesOf,
  performancesBetween,
  savePlan,
  seatMarks,
  selectPerformancesBefore as performedBefore,
} from './store.ts';
export { findTicketType, setPrices, ticketTypeIds } from './ticket-types.ts';
export {
  findBookablePerformance as performanceToBook,
  isOnSale,
  listUpcomingPerformances as performancesAhead,
  performanceStarts,
  type UpcomingPerformance as PerformanceAhead,
} from './upcoming-performances.ts';
export { findShowToManage, listUpcomingShows, nextShow } from './upcoming-shows.ts';
