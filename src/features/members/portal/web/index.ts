export { buildNavigation, PortalLayout } from './portal.tsx';
