export { CreditStyles } from './CreditStyles.tsx';
export { type ChosenPerson, PersonField } from './PersonField.tsx';
