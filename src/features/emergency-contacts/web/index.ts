export { EmergencyContactsLink } from './EmergencyContactsLink.tsx';
export { WhoSawMine } from './WhoSawMine.tsx';
