export { buildNavigation } from './build-navigation.ts';
export { Portal } from './portal.tsx';
