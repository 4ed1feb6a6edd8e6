export { putArtworkBack, takeArtworkOut } from './artwork.ts';
export { cachedByShows } from './cached-by-shows.ts';
export { directingCrew, directingUsers, directorsOf, guardDirectingCredit } from './directors.ts';
export {
  addCredit,
  changeCredit,
  printedCredits,
  putBackCredit,
  putCredit,
  removeCredit,
  shownCredits,
} from './edit-credit.ts';
export { archiveCsvInSteps } from './export/archive-csv.ts';
export { exportShows } from './export/command.ts';
export { showsToExport } from './export/store.ts';
export { importReport } from './import/report.ts';
export { importShows } from './import-shows.ts';
export { archiveAt, archiveForManagersAt, listPart, manageableAt, showEntry } from './list-pages.ts';
export { datedShow, type ShowCard, showsAround, showsInShort } from './next-and-last.ts';
export { type PerformedOn, performedOnBy } from './performed-on.ts';
export { poster } from './poster/poster.ts';
export {
  posterAddress,
  posterFile,
  posterSubject,
  postersIn,
  postersWith,
} from './posters.ts';
export { recordShows } from './record-shows.ts';
export { decorateShow, saveShow } from './save.ts';
export { showShareAddress, showShareFile, societyShareAddress, societyShareFile } from './share-pictures.ts';
export { currentRoles, emptyShow, showDetails, showOptions } from './show-details.ts';
export {
  creditedWithoutAccount,
  creditsOfUser,
  membersOfShow,
  personsCreditedIn,
  usersCreditedIn,
} from './show-members.ts';
export { findShowInShort, isArchived, onSite, showsOnSite, showsView } from './show-views.ts';
export {
  creditIdsOf,
  creditsOf,
  everyShow,
  findShow,
  findShowOrArchived,
  isReviewed,
  type ListedShow,
  listedShows,
  listedShowsOf,
  managedShows,
  rolesOf,
  showsBeside,
  showsForMembers,
  showTexts,
} from './store.ts';
