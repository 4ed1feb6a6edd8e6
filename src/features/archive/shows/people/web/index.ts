export { CreditStyleField } from './credit-style-field.tsx';
export type { ChosenPerson } from './person-field.tsx';
export { PersonField } from './person-field.tsx';
