export { renamePerson } from './edit.ts';
export { listOtherNames as otherNames } from './other-names.ts';
export { listOwnCreditNames as creditNamesOf } from './own-credits.ts';
export { toPersonSearchEntry as personSearchEntry } from './search-entry.ts';
export {
  findCurrentPersons as presentPersons,
  findMergeTarget as currentPerson,
  findOrCreatePeople as personsNamed,
  findPeopleByName as peopleNamed,
  findPerson,
  findPersonNames as namesOf,
  isCreditedOnSite,
  listCurrentNames as allNames,
  listIdsOfPerson as everyIdOf,
  listPersonIdsOfUser as personsOf,
  personsView,
  resolveCreditedPerson as creditedNow,
  resolveCurrentIds as currentPersons,
} from './store.ts';
export {
  linkPerson,
  listLinkedPersonNames as namesOfUser,
  listLinkedPersons as personsOfUsers,
} from './user-persons.ts';
