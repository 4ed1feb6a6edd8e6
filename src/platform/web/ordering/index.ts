export { followDrag } from './follow-pointer.ts';
export { onLongPress, preventScrollWhile } from './long-press.ts';
export { DragHandle, MoveButtons } from './move-buttons.tsx';
export { type Reordering, useReordering } from './use-reordering.ts';
