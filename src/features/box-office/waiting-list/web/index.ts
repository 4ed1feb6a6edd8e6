export { screens } from './screens.ts';
export { WaitingParties } from './waiting-parties.tsx';
