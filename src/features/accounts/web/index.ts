export { PasswordInput } from './PasswordInput.tsx';
