export { fileCalls } from './file-calls.ts';
export { notificationCalls } from './notification-setting.ts';
export { postCalls } from './post-calls.ts';
export { postMailsJob } from './post-mails.ts';
