export { InvalidLink as LinkGone } from './LinkGone.tsx';
export { NewPassword } from './RegisterForm.tsx';
