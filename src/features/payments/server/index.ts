export { cardFormOf, cardSources } from './card-form.ts';
export type { PaymentOutcomes } from './outcomes.ts';
export { openSquare, type Square, type SquareAccess, squareAddresses } from './square.ts';
