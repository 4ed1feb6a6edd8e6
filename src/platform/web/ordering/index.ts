export { dragPointer } from './drag-pointer.ts';
export { holdPointer, stayWhile } from './hold-pointer.ts';
export { MoveButtons, MoveHandle } from './MoveButtons.tsx';
export { type Ordering, useOrdering } from './useOrdering.ts';
