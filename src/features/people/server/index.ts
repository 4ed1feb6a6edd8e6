export { allNames, findPerson, keptPerson, keptPersons, personsNamed, publicNames } from './store.ts';
