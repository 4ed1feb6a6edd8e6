export { recordWaitingParty, toFormResponse } from './calls.ts';
export { requeueOffer } from './cancelled-performances.ts';
export type { EmailContext } from './emails.ts';
export { buildPartyPath } from './link.ts';
export {
  endOffer,
  extendOffer,
  hasOffer,
  isOfferOwner,
  offerFreePlaces,
  requireOffer,
  restoreOffer,
  transferOfferToBasket,
  type WaitingListOffer,
} from './offers.ts';
export { listWaitingParties } from './pages.ts';
export { listOfferedBaskets } from './personal-data.ts';
export { countOfferedPlaces, countTicketsLeft, type TicketsLeft } from './places-left.ts';
export { partiesRetentionMs } from './store.ts';
