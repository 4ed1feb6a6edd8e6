export {
  endOffer,
  extendOffer,
  hasOffer,
  isOfferOwner,
  requireOffer,
  restoreOffer,
  transferOfferToBasket,
  type WaitingListOffer,
} from './accept-offer.ts';
export { toFormResponse } from './calls.ts';
export type { EmailContext } from './emails.ts';
export { recordWaitingParty } from './join.ts';
export { buildPartyPath } from './link.ts';
export { offerFreePlaces } from './offers.ts';
export { listOfferedBaskets } from './personal-data.ts';
export { countOfferedPlaces, listWaitingParties, partiesRetention } from './store.ts';
