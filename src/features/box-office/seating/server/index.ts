export { listMovedParties } from './moved-seats.ts';
export {
  allocateBestSeats,
  allocateChosenSeats,
  countAvailableSeats,
  loadSeatsForSale,
} from './seat-allocation.ts';
export { findPerformanceSeating, listHouseSeats, loadSeating, saveSeats } from './store.ts';
