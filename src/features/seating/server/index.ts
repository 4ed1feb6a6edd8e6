export { countForSale, giveBest, giveChosen, seatsForSale } from './for-sale.ts';
export { saveSeats, seatsAt } from './store.ts';
