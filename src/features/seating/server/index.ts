export { countForSale, giveBest, giveChosen, seatsForSale } from './for-sale.ts';
export { houseSeats } from './house-seats.ts';
export { movedParties } from './moved-seats.ts';
export { saveSeats, seatsAt } from './store.ts';
