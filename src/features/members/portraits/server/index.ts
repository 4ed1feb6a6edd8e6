export { listKeptPortraits } from './pages.ts';
export {
  buildPortraitUrl,
  findPortraitById,
  getPortraitSize,
  insertPortrait,
  listShownPortraits,
  recordConsent,
} from './store.ts';
