export { registerPostMailPreferenceRoutes as notificationCalls } from './post-mail-preference.ts';
export { postMailsLoop } from './post-mails.ts';
export { registerPostRoutes as postCalls } from './post-routes.ts';
export { registerShowFileRoutes as showFileCalls } from './show-file-routes.ts';
