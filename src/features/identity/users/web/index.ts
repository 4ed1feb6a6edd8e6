export { InvitationLinks as LinksToHand, type ShownInvitationLinks as Handed } from './invitation-links.tsx';
