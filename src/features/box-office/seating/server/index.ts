export { listMovedParties } from './moved-seats.ts';
export {
  allocateBestSeats,
  allocateChosenSeats,
  countAvailableSeats,
  loadPlanForSale,
} from './seat-allocation.ts';
export { findPerformanceSeating, listHouseSeats, loadSeating, saveSeatAssignments } from './store.ts';
