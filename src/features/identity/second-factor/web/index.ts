export { OneTimeCodeField } from './one-time-code-field.tsx';
export { SignInWithPasskey } from './passkey-button.tsx';
export { SecondStepForm } from './second-step-form.tsx';
export { TwoFactorSection } from './two-factor-section.tsx';
export {
  authenticateWithPasskey,
  type PasskeyFlow,
  passkeyFlows,
  showWelcomeBack,
  useHasPasskey,
  usePasskeySupport,
} from './use-passkey.ts';
