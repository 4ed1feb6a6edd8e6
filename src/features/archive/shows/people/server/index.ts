export { renamePerson } from './edit.ts';
export { toPersonSearchEntry } from './people-index.ts';
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
export {
  findLinkedUser,
  linkPerson,
  listCurrentPersonIdsOfUser,
  listLinkedPersonNames,
  listLinkedPersons,
  listOwnCreditNames,
} from './user-persons.ts';
