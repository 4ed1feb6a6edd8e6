export { listPortraitSummaries } from './pages.ts';
export {
  buildPortraitUrl,
  findPortraitById,
  getPortraitSize,
  listShownPortraits,
  recordPortraitConsent,
  setPortrait,
} from './store.ts';
