export { cacheByShows } from './archive-index.ts';
export { clearArtwork, restoreArtwork } from './artwork.ts';
export { createShows } from './create-shows.ts';
export {
  directsAnyShow,
  guardDirectingCredit,
  listDirectingCrew,
  listDirectingUsers,
  listDirectorIds,
} from './directors.ts';
export {
  addCredit,
  listPrintedCredits,
  listPublicCredits,
  reassignCredit,
  removeCredit,
  restoreCredit,
  updateCredit,
} from './edit-credit.ts';
export {
  loadManageableShows,
  loadPastShows,
  loadPastShowsForManagers,
  toShowEntry,
  trimListForHtml,
} from './list-pages.ts';
export { findNextAndLastShow, loadShowsSummary, type ShowCard, toDatedShow } from './next-and-last.ts';
export { loadPosterContext, loadPosterContextWith, posterFileName, showPosterUrl, toPosterSubject } from './posters.ts';
export { createPerformanceDateLister, type ListPerformanceDates, saveShow, setShowMedia } from './save-show.ts';
export {
  buildShowSharePath,
  buildSocietySharePath,
  renderShowShareFile,
  renderSocietyShareFile,
} from './share-pictures.ts';
export { emptyShow, loadCurrentRoles, loadShowFieldSuggestions, toShowDetails } from './show-details.ts';
export {
  findPeopleCreditedIn,
  listCreditedWithoutAccount,
  listShowMembers,
  listUserCredits,
  selectUsersCreditedIn,
} from './show-members.ts';
export { findShowSummary, isArchived, isOnSiteSql, selectShowsOnSite, showsView } from './show-views.ts';
export {
  findNeighbouringShows,
  findShow,
  findShowOrArchived,
  isReviewUrlOfShow,
  type ListedShow,
  listCreditIds,
  listPersonRoles,
  listShowCredits,
  listShowMediaFields,
  listShowsForManagers,
  listShowsForMembers,
  listShowsSince,
  listUncancelledShows,
  listUncancelledShowsByIds,
} from './store.ts';
