export { buildNavigation } from './build-navigation.ts';
export { PortalLayout } from './portal.tsx';
