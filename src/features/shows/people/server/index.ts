export { renamePerson } from './edit.ts';
export { otherNames } from './other-names.ts';
export { creditNamesOf } from './own-credits.ts';
export {
  allNames,
  everyIdOf,
  everyName,
  findPerson,
  findPublicPerson,
  keptPerson,
  keptPersons,
  peopleNamed,
  personsNamed,
  personsOf,
  personsView,
  presentPersons,
  publicNames,
} from './store.ts';
export { linkPerson, namesOfUser, personsOfUsers } from './user-persons.ts';
