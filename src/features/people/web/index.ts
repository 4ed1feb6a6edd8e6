export { type ChosenPerson, PersonField } from './PersonField.tsx';
