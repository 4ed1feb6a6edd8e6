export { type ShowCard, showsAround } from './around.ts';
export { posterAddress } from './posters.ts';
export { societyShareAddress } from './share-pictures.ts';
export { crewOf, everyShow, findShow, isReviewed, recordShows, showsForMembers } from './store.ts';
