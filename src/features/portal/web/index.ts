export { Portal } from './Portal.tsx';
export { navigationOf } from './places.ts';
