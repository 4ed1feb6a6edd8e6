export { TestMail } from './test-mail.tsx';
