export { cacheByShows } from './archive-index.ts';
export { clearShowMediaReferences, restoreShowMediaReferences } from './artwork.ts';
export {
  directsAnyShow,
  findPeopleCreditedIn,
  findShowToOpen,
  guardDirectingCredit,
  listCreditedNamesWithoutAccount,
  listDirectingCredits,
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
  toShowEntry,
  toShowEntryWithRun,
  trimAndCorrectListForHtml,
} from './list-pages.ts';
export { emptyShow, loadShowFieldSuggestions, loadShowRoles, toShowDetails } from './manage-routes.ts';
export {
  buildPosterFileName,
  buildShowShareImagePath,
  buildSocietyShareImagePath,
  loadPosterContext,
  loadPosterContextWithNumber,
  renderShowShareJpeg,
  renderSocietyShareJpeg,
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
export { newestFirstSql } from './sql/show-order.ts';
export {
  findNeighbouringShows,
  findShow,
  findShowEvenIfArchived,
  findShowSummary,
  isArchivedSql,
  isOnSiteSql,
  isReviewUrlOfShow,
  type ListedShow,
  listCreditIdsOfPeople,
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
