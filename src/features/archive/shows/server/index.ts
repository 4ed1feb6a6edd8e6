export { cacheByShows } from './archive-index.ts';
export { clearArtwork as takeArtworkOut, restoreArtwork as putArtworkBack } from './artwork.ts';
export { createShows as recordShows } from './create-shows.ts';
export {
  guardDirectingCredit,
  listDirectingCrew as directingCrew,
  listDirectingUsers as directingUsers,
  listDirectorIds as directorsOf,
} from './directors.ts';
export {
  addCredit,
  listPrintedCredits as printedCredits,
  listPublicCredits as shownCredits,
  reassignCredit as putCredit,
  removeCredit,
  restoreCredit as putBackCredit,
  updateCredit as changeCredit,
} from './edit-credit.ts';
export {
  loadManageableShows as manageableAt,
  loadPastShows as archiveAt,
  loadPastShowsForManagers as archiveForManagersAt,
  toListFirstView as listPart,
  toShowEntry as showEntry,
} from './list-pages.ts';
export {
  findNextAndLastShow as showsAround,
  loadShowsSummary as showsInShort,
  type ShowCard,
  toDatedShow as datedShow,
} from './next-and-last.ts';
export { type PerformedOn, performedOnBy } from './performed-on.ts';
export {
  loadPosterContext as postersIn,
  loadPosterContextWith as postersWith,
  posterFileName as posterFile,
  showPosterUrl as posterAddress,
  toPosterSubject as posterSubject,
} from './posters.ts';
export { saveShow, setShowMedia as decorateShow } from './save-show.ts';
export {
  renderShowShareFile as showShareFile,
  renderSocietyShareFile as societyShareFile,
  showSharePath as showShareAddress,
  societySharePath as societyShareAddress,
} from './share-pictures.ts';
export {
  emptyShow,
  loadCurrentRoles as currentRoles,
  loadShowFieldSuggestions as showOptions,
  toShowDetails as showDetails,
} from './show-details.ts';
export {
  listCreditedWithoutAccount as creditedWithoutAccount,
  listShowMembers as membersOfShow,
  listUserCredits as creditsOfUser,
  personsCreditedIn,
  selectUsersCreditedIn as usersCreditedIn,
} from './show-members.ts';
export {
  findShowSummary as findShowInShort,
  isArchived,
  isOnSiteSql as onSite,
  selectShowsOnSite as showsOnSite,
  showsView,
} from './show-views.ts';
export {
  findNeighbouringShows as showsBeside,
  findShow,
  findShowOrArchived,
  isReviewUrlOfShow as isReviewed,
  type ListedShow,
  listCreditIds as creditIdsOf,
  listPersonRoles as rolesOf,
  listShowCredits as creditsOf,
  listShowMediaFields as showTexts,
  listShowsForManagers as managedShows,
  listShowsForMembers as showsForMembers,
  listShowsOnSite as everyShow,
  listUncancelledShows as listedShows,
  listUncancelledShowsByIds as listedShowsOf,
} from './store.ts';
