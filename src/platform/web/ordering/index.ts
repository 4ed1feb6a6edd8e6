export { moved } from './moved.ts';
export { OrderButtons } from './OrderButtons.tsx';
export { useOrdering } from './useOrdering.ts';
