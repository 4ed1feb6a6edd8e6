export { renamePerson } from './edit.ts';
export { listOtherPrintedNames } from './other-names.ts';
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
  listPersonIdsOfUser,
  personsView,
  resolveCreditedPerson,
  resolveCurrentIds,
} from './store.ts';
export {
  findLinkedUser,
  linkPerson,
  listLinkedPersonNames,
  listLinkedPersons,
} from './user-persons.ts';
