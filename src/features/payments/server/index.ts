export { askSquare } from './ask-square.ts';
export { cardFormOf, cardSources } from './card-form.ts';
export { cardsOf, type KeptCard, keepCard, removeCard } from './cards.ts';
export { countDifferences, openDifferences } from './differences.ts';
export { chargesOf, findIntent, openCharge } from './intents.ts';
export type { Payment, PaymentOutcomes } from './outcomes.ts';
export { cardsThatPaid } from './payments-made.ts';
export { nextAttempt, refundCharge, refundsSince } from './refund.ts';
export { openSquare, type Square, type SquareAccess, squareAddresses } from './square.ts';
