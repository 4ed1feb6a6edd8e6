export type { ChosenPerson } from '../person-options.ts';
export { CreditStyleField as CreditStyles } from './CreditStyles.tsx';
export { PersonField } from './PersonField.tsx';
