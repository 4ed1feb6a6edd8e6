export { houseSeats } from './house-seats.ts';
export { movedParties } from './moved-seats.ts';
export {
  allocateBestSeats,
  allocateChosenSeats,
  countAvailableSeats,
  seatsForSale,
} from './seat-allocation.ts';
export { currentSeating, findPerformanceSeating, saveSeats } from './store.ts';
