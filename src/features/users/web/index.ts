export { type Handed, LinksToHand } from './LinksToHand.tsx';
