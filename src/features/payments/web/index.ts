export { CardFields, type Payer } from './CardFields.tsx';
