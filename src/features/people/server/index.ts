export { allNames, type Credited, findPerson, keptPerson, personsNamed, publicNames } from './store.ts';
