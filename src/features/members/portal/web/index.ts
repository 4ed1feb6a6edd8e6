export { buildNavigation as navigationOf } from './build-navigation.ts';
export { Portal } from './portal.tsx';
