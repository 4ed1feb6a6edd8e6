export { archiveInShort, type ShowCard, showsAround } from './around.ts';
export {
  addCredit,
  changeCredit,
  printedCredits,
  putBackCredit,
  putCredit,
  removeCredit,
  shownCredits,
} from './correcting.ts';
export { directingCrew, directingUsers, directorsOf, givenByOthers } from './directors.ts';
export { isArchived } from './on-site.ts';
export { posterAddress } from './posters.ts';
export { saveShow } from './saving.ts';
export { societyShareAddress } from './share-pictures.ts';
export {
  everyShow,
  findShow,
  findShowOrArchived,
  isReviewed,
  managedShows,
  otherNames,
  recordShows,
  showsForMembers,
  showTexts,
} from './store.ts';
