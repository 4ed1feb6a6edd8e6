export { allNames, findPerson, keptPerson, personsNamed, publicNames } from './store.ts';
