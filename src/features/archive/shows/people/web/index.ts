export type { ChosenPerson } from '../person-options.ts';
export { CreditStyleField as CreditStyles } from './credit-style-field.tsx';
export { PersonField } from './person-field.tsx';
