export { cacheByShows } from './archive-index.ts';
export { clearArtwork, restoreArtwork } from './artwork.ts';
export { createShows } from './create-shows.ts';
export {
  directsAnyShow,
  findPeopleCreditedIn,
  guardDirectingCredit,
  listCreditedWithoutAccount,
  listDirectingCrew,
  listDirectingUsers,
  listDirectorIds,
  listShowMembers,
  listUserCredits,
  selectUsersCreditedIn,
} from './credited-users.ts';
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
  findNextAndLastShow,
  loadManageableShows,
  loadPastShows,
  loadPastShowsForManagers,
  loadShowsSummary,
  type ShowCard,
  toDatedShow,
  toShowEntry,
  trimListForHtml,
} from './list-pages.ts';
export {
  buildShowSharePath,
  buildSocietySharePath,
  loadPosterContext,
  loadPosterContextWith,
  posterFileName,
  renderShowShareFile,
  renderSocietyShareFile,
  showPosterUrl,
  toPosterSubject,
} from './posters.ts';
export { createPerformanceDateLister, type ListPerformanceDates, saveShow, setShowMedia } from './save-show.ts';
export { emptyShow, loadCurrentRoles, loadShowFieldSuggestions, toShowDetails } from './show-details.ts';
export { findShowSummary, isArchivedSql, isOnSiteSql, selectShowsOnSite, showsView } from './show-views.ts';
export {
  findNeighbouringShows,
  findShow,
  findShowOrArchived,
  isReviewUrlOfShow,
  type ListedShow,
  listCreditIds,
  listShowCredits,
  listShowMediaFields,
  listShowsForManagers,
  listShowsForMembers,
  listShowsSince,
  listUncancelledShows,
  listUncancelledShowsByIds,
} from './store.ts';
