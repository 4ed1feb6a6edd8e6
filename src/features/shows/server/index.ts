export { type ShowCard, showsAround } from './around.ts';
export { identities, recordShows } from './store.ts';
