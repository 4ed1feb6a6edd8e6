export { renamePerson } from './managing.ts';
export { allNames, findPerson, keptPerson, keptPersons, personsNamed, publicNames } from './store.ts';
