export { MoveButtons } from './MoveButtons.tsx';
export { type Ordering, useOrdering } from './useOrdering.ts';
