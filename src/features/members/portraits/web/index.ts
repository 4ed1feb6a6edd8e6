export { PortraitLink } from './portrait-link.tsx';
