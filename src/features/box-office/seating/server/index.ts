export { currentSeating } from './current.ts';
export { houseSeats } from './house-seats.ts';
export { movedParties } from './moved-seats.ts';
export {
  allocateBestSeats as giveBest,
  allocateChosenSeats as giveChosen,
  countAvailableSeats as countForSale,
  seatsForSale,
} from './seat-allocation.ts';
export { findPerformanceSeating as seatsAt, saveSeats } from './store.ts';
