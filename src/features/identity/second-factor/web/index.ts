export {
  authenticateWithPasskey,
  type PasskeyFlow,
  passkeyFlows,
  SignInWithPasskey,
  showErasureCancelled,
  useHasPasskey,
  usePasskeySupport,
} from './passkey-authentication.tsx';
export { OneTimeCodeField, SecondStepForm } from './second-step-form.tsx';
export { TwoFactorSection } from './two-factor-section.tsx';
