export { buildMembersMenu, PortalLayout } from './portal.tsx';
