export { dragPointer } from './follow-pointer.ts';
export { onLongPress as holdPointer, preventScrollWhile as stayWhile } from './long-press.ts';
export { DragHandle as MoveHandle, MoveButtons } from './move-buttons.tsx';
export { type Reordering as Ordering, useReordering as useOrdering } from './use-reordering.ts';
