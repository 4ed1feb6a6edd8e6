export { recordWaitingParty, toFormResponse } from './calls.ts';
export { withdrawOffer } from './cancelled-performances.ts';
export type { PartyEmailContext } from './emails.ts';
export {
  countOfferedPlaces,
  countTicketsLeft,
  endPartyWaitByBasket,
  extendOffer,
  hasOffer,
  isOfferOwner,
  offerFreePlaces,
  requireOffer,
  restoreOfferExpiry,
  type TicketsLeft,
  transferOfferToBasket,
  type WaitingListOffer,
} from './offers.ts';
export { loadWaitingListForBoxOffice } from './pages.ts';
export { listBasketIdsWithOffer } from './personal-data.ts';
export { buildPartyPath, waitingPartyRetentionMs } from './store.ts';
