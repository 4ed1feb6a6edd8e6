export { type ShowCard, showsAround } from './around.ts';
export { societyShareAddress } from './share-pictures.ts';
export { everyShow, findShow, isReviewed, recordShows } from './store.ts';
