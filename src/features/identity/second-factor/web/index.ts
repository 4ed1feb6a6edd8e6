export { OneTimeCodeField } from './one-time-code-field.tsx';
export {
  authenticateWithPasskey,
  type PasskeyFlow,
  passkeyFlows,
  SignInWithPasskey,
  showWelcomeBack,
  useHasPasskey,
  usePasskeySupport,
} from './passkey-authentication.tsx';
export { SecondStepForm } from './second-step-form.tsx';
export { TwoFactorSection } from './two-factor-section.tsx';
