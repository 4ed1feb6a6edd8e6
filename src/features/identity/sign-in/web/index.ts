export { InvalidLink as LinkGone } from './invalid-link.tsx';
export { NewPassword } from './register-form.tsx';
