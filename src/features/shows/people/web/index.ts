export type { ChosenPerson } from '../person-options.ts';
export { CreditStyles } from './CreditStyles.tsx';
export { PersonField } from './PersonField.tsx';
