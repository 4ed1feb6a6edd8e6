export { registerPostMailPreferenceRoutes } from './post-mail-preference.ts';
export { postMailsLoop } from './post-mails.ts';
export { registerPostRoutes } from './post-routes.ts';
export { registerShowFileRoutes } from './show-file-routes.ts';
