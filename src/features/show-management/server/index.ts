export { notificationCalls } from './notification-setting.ts';
export { postCalls } from './post-calls.ts';
export { postMailsLoop } from './post-mails.ts';
export { showFileCalls } from './show-file-calls.ts';
