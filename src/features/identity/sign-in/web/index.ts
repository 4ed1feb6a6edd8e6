export { InvalidLink } from './invalid-link.tsx';
export { NewPasswordFields } from './register-form.tsx';
