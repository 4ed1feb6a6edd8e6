export { listPortraitSummaries } from './pages.ts';
export {
  buildPortraitUrl,
  findPortraitById,
  getPortraitSize,
  listShownPortraits,
  recordConsent,
  setPortrait,
} from './store.ts';
