export { dragPointer } from './drag-pointer.ts';
export { onLongPress as holdPointer, preventScrollWhile as stayWhile } from './hold-pointer.ts';
export { DragHandle as MoveHandle, MoveButtons } from './MoveButtons.tsx';
export { type Reordering as Ordering, useReordering as useOrdering } from './useOrdering.ts';
