export { renamePerson } from './edit.ts';
export { otherNames } from './other-names.ts';
export { creditNamesOf } from './own-credits.ts';
export { personSearchEntry } from './search-entry.ts';
export {
  allNames,
  creditedNow,
  currentPerson,
  currentPersons,
  everyIdOf,
  findPerson,
  isCreditedOnSite,
  namesOf,
  peopleNamed,
  personsNamed,
  personsOf,
  personsView,
  presentPersons,
} from './store.ts';
export { linkPerson, namesOfUser, personsOfUsers } from './user-persons.ts';
