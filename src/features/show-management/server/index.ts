export { registerPostMailPreferenceRoutes as notificationCalls } from './notification-setting.ts';
export { registerPostRoutes as postCalls } from './post-calls.ts';
export { postMailsLoop } from './post-mails.ts';
export { registerShowFileRoutes as showFileCalls } from './show-file-calls.ts';
