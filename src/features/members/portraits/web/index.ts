export { PortraitRow } from './portrait-row.tsx';
