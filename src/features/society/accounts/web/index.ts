export { PasswordInput } from './password-input.tsx';
