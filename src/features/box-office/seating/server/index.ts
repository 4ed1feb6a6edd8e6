export { listMovedParties } from './moved-seats.ts';
export {
  allocateBestSeats,
  allocateChosenSeats,
  countAvailableSeats,
  loadPlanForSale,
} from './seat-allocation.ts';
export { findSeatingByPerformance, listHouseSeatGroups, saveSeatAssignments } from './store.ts';
