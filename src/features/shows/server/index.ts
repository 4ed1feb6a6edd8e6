export { type ShowCard, showsAround } from './around.ts';
export { recordShows } from './store.ts';
