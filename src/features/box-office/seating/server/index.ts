export { listHouseSeats } from './house-seats.ts';
export { listMovedParties } from './moved-seats.ts';
export {
  allocateBestSeats,
  allocateChosenSeats,
  countAvailableSeats,
  loadSeatsForSale,
} from './seat-allocation.ts';
export { findPerformanceSeating, loadSeating, saveSeats } from './store.ts';
