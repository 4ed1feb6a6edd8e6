export { useArrival } from './arriving.ts';
export { Announcer, CurrentScreen } from './CurrentScreen.tsx';
export { holdHistory } from './holding.ts';
export {
  follow,
  goTo,
  NavigationContext,
  refreshAll,
  refreshPage,
  restart,
  setQuery,
  useLocation,
  usePage,
  usePending,
  useSite,
  useSnapshot,
  useWholePage,
} from './hooks.ts';
export { startNavigation } from './start.ts';
export { firstSnapshot } from './store.ts';
export type { AnyScreen, Frame, Screen } from './view.ts';
