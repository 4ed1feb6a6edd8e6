export { InvitationLinks as LinksToHand, type ShownInvitationLinks as Handed } from './LinksToHand.tsx';
