export { renamePerson } from './edit.ts';
export { distinguishNamesakes, toPersonSearchEntry } from './people-index.ts';
export {
  bumpShowVersions,
  type ChosenNamesakes,
  countShowsByPerson,
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
  listPersonRoles,
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
