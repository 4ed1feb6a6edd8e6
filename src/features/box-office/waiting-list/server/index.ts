export {
  endOffer,
  extendOffer as keepOffer,
  hasOffer as holdsOffer,
  isOfferOwner,
  type Offer as Offered,
  requireOffer as offeredTo,
  restoreOffer,
  transferOfferToBasket as passOn,
} from './accept-offer.ts';
export type { EmailContext as Doing } from './emails.ts';
export { recordWaitingParty as recordWaiting } from './join.ts';
export { buildPartyPath as partyLink } from './link.ts';
export { offerFreePlaces as offerFirst } from './offers.ts';
export { listOfferedBaskets } from './personal-data.ts';
export { countOfferedPlaces as countOffered, listParties as listedParties, partiesRetention } from './store.ts';
