import { z } from 'zod';

/** `/members`, and any members' page for whoever isn't signed in (CONTRACT §1, §2). */
export const Login = z.object({
  type: z.literal('login'),
  title: z.string(),
  /** Of Member Documents, those that everyone may read. */
  files: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type Login = z.infer<typeof Login>;

/** `/members/logout` opened from elsewhere: a page with the button. */
export const Logout = z.object({ type: z.literal('logout'), title: z.string() });
export type Logout = z.infer<typeof Logout>;

/** POST /members (SPEC §5, §7). */
export const SignIn = z.object({
  email: z.string().trim().min(1, 'Enter your email address').max(300, 'That is too long for an email address'),
  password: z.string().min(1, 'Enter your password').max(1000, 'That is longer than any password here'),
});

declare module '../../platform/shared/pages.ts' {
  interface Pages {
    login: Login;
    logout: Logout;
  }
}
