export type { ChosenPerson } from '../person-options.ts';
export { CreditStyleField } from './credit-style-field.tsx';
export { PersonField } from './person-field.tsx';
