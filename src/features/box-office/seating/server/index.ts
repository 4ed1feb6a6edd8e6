export { listMovedParties } from './moved-seats.ts';
export {
  allocateBestSeats,
  allocateChosenSeats,
  countAvailableSeats,
  loadPlanForSale,
} from './seat-allocation.ts';
export { findSeatingByPerformance, listHouseSeatGroups, loadSeating, saveSeatAssignments } from './store.ts';
