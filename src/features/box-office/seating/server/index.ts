export { houseSeats } from './house-seats.ts';
export { movedParties } from './moved-seats.ts';
export {
  allocateBestSeats as giveBest,
  allocateChosenSeats as giveChosen,
  countAvailableSeats as countForSale,
  seatsForSale,
} from './seat-allocation.ts';
export { currentSeating, findPerformanceSeating as seatsAt, saveSeats } from './store.ts';
