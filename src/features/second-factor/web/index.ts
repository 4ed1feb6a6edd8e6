export { SignInWithPasskey } from './PasskeyButton.tsx';
export { SecondStepForm } from './SecondStepForm.tsx';
export { TwoFactorSection } from './TwoFactorSection.tsx';
