export { EmergencyContactsLink } from './EmergencyContactsLink.tsx';
export { ContactViews as WhoSawMine } from './WhoSawMine.tsx';
