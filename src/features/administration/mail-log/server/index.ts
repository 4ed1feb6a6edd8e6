export { isMailTested, lastTestMailKey } from './last-test-mail.ts';
