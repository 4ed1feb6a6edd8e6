export type { PerformanceChanges } from './changes.ts';
export {
  isOnSale,
  type PerformanceAhead,
  performanceStarts,
  performancesAhead,
  performanceToBook,
} from './coming-performances.ts';
export { countHouseSeats } from './house-seats.ts';
export { performanceView } from './performance-view.ts';
export {
  anyLapsed,
  freeAt,
  freeLapsedPlaces,
  freePlaces,
  holdPlacesUntil,
  keepPlaces,
  placesOf,
  recordPlaces,
  setPlaces,
  takePlaces,
} from './places.ts';
export { promisedSeats, promiseSeats, tellSeatsAt } from './promised-seats.ts';
export { doorsAt, publicPerformances } from './public.ts';
export { forgetHeldSeats, isTakenAt, replaceSeats, seatRows, seatsOfTickets, takeSeats } from './seat-assignments.ts';
export {
  type FoundPerformance,
  findPerformance,
  findPerformances,
  hiddenSeats,
  isCalledOff,
  performancesBetween,
  performancesOf,
  performedBefore,
  recordPerformance,
  savePlan,
  seatMarks,
  showsPerformed,
} from './store.ts';
export { ticketTypeActsAt } from './ticket-type-actions.ts';
export { findTicketType, setPrices, ticketTypeIds } from './ticket-types.ts';
export { findShowToManage, listUpcomingShows, nextShow } from './upcoming-shows.ts';
