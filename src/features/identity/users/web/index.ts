export { InvitationLinks, type ShownInvitationLinks } from './invitation-links.tsx';
export { MyDataSection } from './my-data-section.tsx';
