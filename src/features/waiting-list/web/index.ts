export { screens } from './screens.ts';
export { WaitingParties } from './WaitingParties.tsx';
