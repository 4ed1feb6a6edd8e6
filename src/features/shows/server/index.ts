export { directingCrew, directingUsers, directorsOf, givenByOthers } from './directors.ts';
export {
  addCredit,
  changeCredit,
  printedCredits,
  putBackCredit,
  putCredit,
  removeCredit,
  shownCredits,
} from './edit-credit.ts';
export { archiveInShort, type ShowCard, showsAround } from './next-and-last.ts';
export { isArchived } from './on-site.ts';
export { posterAddress } from './posters.ts';
export { saveShow } from './save.ts';
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
