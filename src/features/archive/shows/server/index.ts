export { cacheByShows } from './archive-index.ts';
export {
  directsAnyShow,
  findShowToOpen,
  guardDirectingCredit,
  listCreditedMembers,
  listCreditedNamesWithoutAccount,
  listCreditedPersonIds,
  listDirectingCredits,
  listDirectingUsers,
  listDirectorAndProducerUserIds,
  listUserCredits,
  selectCreditedUserIds,
} from './credited-users.ts';
export {
  addCredit,
  listPrintedCredits,
  listPublicCredits,
  reassignCredit,
  removeCredit,
  restoreCredit,
  updateCredit,
} from './edit-credits.ts';
export {
  type AnnouncedShow,
  findNextAndLastShow,
  loadManageableShows,
  loadPastShows,
  loadPastShowsForManagers,
  loadShowsSummary,
  toShowEntry,
  toShowEntryWithRun,
  trimShowListAndCorrectSearch,
} from './list-pages.ts';
export { emptyShowDetails, loadShowFieldSuggestions, loadShowRoles, toShowDetails } from './manage-routes.ts';
export {
  buildPosterFileName,
  buildShowPosterUrl,
  buildShowShareImagePath,
  buildSocietyShareImagePath,
  loadPosterContext,
  loadPosterPreviewContext,
  renderShowShareJpeg,
  renderSocietyShareJpeg,
  toPosterSubject,
} from './posters.ts';
export {
  createPerformanceDateLister,
  createShows,
  type PerformanceDateLister,
  type ShowCancellationHandler,
  saveShow,
} from './save-show.ts';
export { newestFirstSql } from './sql/show-order.ts';
export {
  clearShowMediaReferences,
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
  listShowsFromYearBefore,
  listUncancelledShows,
  listUncancelledShowsByIds,
  restoreShowMediaReferences,
  selectShowsOnSite,
  setShowMedia,
  showsView,
} from './store.ts';
