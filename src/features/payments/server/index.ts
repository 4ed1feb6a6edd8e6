export { askSquare, type Outcome } from './ask-square.ts';
export { cardsOf, type KeptCard, keepCard, removeCard } from './cards.ts';
export { type Charge, leftOf, openCharge, openRefund, type Refund } from './intents.ts';
export type { Payment, PaymentOutcomes } from './outcomes.ts';
export { openSquare, type Square, type SquareAccess, squareAddresses } from './square.ts';
