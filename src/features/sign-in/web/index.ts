export { LinkGone } from './LinkGone.tsx';
export { NewPassword } from './RegisterForm.tsx';
