export { renamePerson } from './edit.ts';
export { distinguishNamesakes, toPersonSearchEntry } from './people-index.ts';
export {
  type ChosenNamesakes,
  countShowsByPerson,
  findCurrentPersons,
  findMergeTarget,
  findOrCreatePeople,
  findPeopleByName,
  findPerson,
  findPersonNames,
  incrementShowVersions,
  isCreditedOnSite,
  listCurrentNames,
  listIdsOfPerson,
  listOtherPrintedNames,
  listPersonIdsOfUser,
  listPersonRoles,
  personsView,
  resolveCreditedPerson,
  resolveCurrentPersonIds,
} from './store.ts';
export {
  findLinkedUser,
  linkPerson,
  listCurrentPersonIdsOfUser,
  listLinkedPersonNames,
  listLinkedPersons,
  listOwnCreditNames,
} from './user-persons.ts';
