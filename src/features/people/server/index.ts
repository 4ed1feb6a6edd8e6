export { allNames, findPerson, personsNamed } from './store.ts';
