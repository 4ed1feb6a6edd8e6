export { type ShowCard, showsAround } from './around.ts';
export { everyShow, recordShows } from './store.ts';
