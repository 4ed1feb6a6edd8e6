export { recordWaitingParty, toFormResponse } from './calls.ts';
export { withdrawOffer } from './cancelled-performances.ts';
export type { PartyEmailContext } from './emails.ts';
export { buildPartyPath } from './link.ts';
export {
  endPartyWaitByBasket,
  extendOffer,
  hasOffer,
  isOfferOwner,
  offerFreePlaces,
  requireOffer,
  restoreOfferExpiry,
  transferOfferToBasket,
  type WaitingListOffer,
} from './offers.ts';
export { listWaitingParties } from './pages.ts';
export { listBasketIdsWithOffer } from './personal-data.ts';
export { countOfferedPlaces, countTicketsLeft, type TicketsLeft } from './places-left.ts';
export { waitingPartyRetentionMs } from './store.ts';
