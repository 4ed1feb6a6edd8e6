export { InvalidLink } from './invalid-link.tsx';
export { NewPassword } from './register-form.tsx';
