export { SignInWithPasskey } from './PasskeyButton.tsx';
export { SecondStepForm } from './SecondStepForm.tsx';
export { welcomeBack } from './send.ts';
export { TwoFactorSection } from './TwoFactorSection.tsx';
export {
  type PasskeyFlow as PasskeyWay,
  passkeyFlows as passkeyWays,
  presentPasskey,
  useOwnPasskey,
  usePasskeysHere,
} from './usePasskey.ts';
