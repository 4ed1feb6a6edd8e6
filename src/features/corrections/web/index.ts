export { SpottedLink } from './SpottedLink.tsx';
