export { followDrag } from './follow-pointer.ts';
export { onLongPress, preventScrollAndMenuWhile } from './long-press.ts';
export { DragHandle, MoveButtons } from './move-buttons.tsx';
export { type Reordering, useReordering } from './use-reordering.ts';
