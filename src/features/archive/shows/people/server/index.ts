export { renamePerson } from './edit.ts';
export { listCurrentPersonIdsOfUser, listOwnCreditNames } from './own-credits.ts';
export { toPersonSearchEntry } from './search-entry.ts';
export {
  findCurrentPersons,
  findMergeTarget,
  findOrCreatePeople,
  findPeopleByName,
  findPerson,
  findPersonNames,
  isCreditedOnSite,
  listCurrentNames,
  listIdsOfPerson,
  listOtherPrintedNames,
  listPersonIdsOfUser,
  personsView,
  resolveCreditedPerson,
  resolveCurrentIds,
} from './store.ts';
export { findLinkedUser, linkPerson, listLinkedPersonNames, listLinkedPersons } from './user-persons.ts';
