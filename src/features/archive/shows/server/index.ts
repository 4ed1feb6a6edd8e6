export { cacheByShows } from './archive-index.ts';
export { clearArtwork, restoreArtwork } from './artwork.ts';
export {
  directsAnyShow,
  findPeopleCreditedIn,
  findShowToOpen,
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
export { emptyShow, loadShowFieldSuggestions, loadShowRoles, toShowDetails } from './manage-routes.ts';
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
export {
  createPerformanceDateLister,
  createShows,
  type ListPerformanceDates,
  type ShowCancellationHandler,
  saveShow,
  setShowMedia,
} from './save-show.ts';
export { newestFirst } from './sql/show-order.ts';
export {
  findNeighbouringShows,
  findShow,
  findShowEvenIfArchived,
  findShowSummary,
  isArchivedSql,
  isOnSiteSql,
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
  selectShowsOnSite,
  showsView,
} from './store.ts';
