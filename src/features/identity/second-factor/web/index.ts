export {
  authenticateWithPasskey,
  type PasskeyFlow,
  passkeyFlows,
  SignInWithPasskeyButton,
  showErasureCancelledAlert,
  useHasPasskey,
  usePasskeySupport,
} from './passkey-authentication.tsx';
export { OneTimeCodeField, SecondStepForm } from './second-step-form.tsx';
export { TwoFactorSection } from './two-factor-section.tsx';
