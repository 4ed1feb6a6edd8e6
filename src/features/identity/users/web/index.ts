export { InvitationLinks, type ShownInvitationLinks } from './invitation-links.tsx';
