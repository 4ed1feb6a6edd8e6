export { partiesRetention } from './forget.ts';
export { recordWaiting } from './join.ts';
export type { Doing } from './letters.ts';
export { partyLink } from './link.ts';
export { offerFirst } from './offers.ts';
export { listedParties } from './party-list.ts';
export { listOfferedBaskets } from './personal-data.ts';
export { countOffered } from './store.ts';
export {
  endOffer,
  holdsOffer,
  isOfferOwner,
  keepOffer,
  type Offered,
  offeredTo,
  passOn,
  restoreOffer,
} from './take-offer.ts';
