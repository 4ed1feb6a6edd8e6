export { renamePerson } from './managing.ts';
export { allNames, findPerson, findPublicPerson, keptPerson, keptPersons, personsNamed, publicNames } from './store.ts';
