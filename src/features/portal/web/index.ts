export { Portal } from './Portal.tsx';
export { buildNavigation as navigationOf } from './places.ts';
