export { type ShowCard, showsAround } from './around.ts';
export { everyShow, isReviewed, recordShows } from './store.ts';
