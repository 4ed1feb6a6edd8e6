export { renamePerson } from './edit.ts';
export { creditNamesOf } from './own-credits.ts';
export {
  allNames,
  findPerson,
  findPublicPerson,
  keptPerson,
  keptPersons,
  peopleNamed,
  personsNamed,
  personsOf,
  presentPersons,
  publicNames,
} from './store.ts';
