import { hasEmbeddedContactForm } from '#features/administration/messages/contact-form.ts';
import { screens as contact } from '#features/administration/messages/web/screens.ts';
import type { screens as shop } from '#features/box-office/shop/web/screens.ts';
import { screens as signIn } from '#features/identity/sign-in/web/screens.ts';
import { screens as blog } from '#features/publishing/blog/web/screens.ts';
import { screens as corrections } from '#features/publishing/corrections/web/screens.ts';
import { screens as files } from '#features/publishing/files/web/screens.ts';
import { screens as posts } from '#features/publishing/posts/web/screens.ts';
import { screens as search } from '#features/website/search/web/screens.ts';
import { screens as showPages } from '#features/website/show-pages/web/screens.ts';
import { screens as site } from '#features/website/site/web/screens.ts';
import type { Page, PageType } from '#platform/shared/pages.ts';
import type { AnyScreen, ScreenLoaders, ScreenModule } from '#platform/web/navigation/index.ts';
import { importWithRetry } from '#platform/web/parts/lazy-module.ts';

/** The screens of features with pages for visitors, including sign-in. */
export const visitorScreens = {
  ...blog,
  ...contact,
  ...corrections,
  ...files,
  ...posts,
  ...search,
  ...showPages,
  ...signIn,
  ...site,
} satisfies ScreenLoaders;

const isVisitorPageType = (type: PageType): type is keyof typeof visitorScreens => type in visitorScreens;

/**
 * Loads the shop's screens, for buyers only: the script that every page loads doesn't even contain their file names.
 */
const loadShop = () => import('#features/box-office/shop/web/screens.ts');

const shopTypes = [
  'shop',
  'tickets',
  'choose_tickets',
  'choose_seats',
  'basket',
  'booked',
  'confirm_order',
  'join_waiting_list',
  'waiting_party',
] as const satisfies (keyof typeof shop)[];

const isShopPageType = (type: PageType): type is (typeof shopTypes)[number] => shopTypes.some((one) => one === type);

const loadMembersSide = () => import('./members-side.ts');

/** Loads the screen of a page type. A page type without a screen, or a screen without a page type, doesn't compile. */
async function loadOwnScreen(page: Page, path: string): Promise<unknown> {
  const { type }: { type: PageType } = page;
  let load: (path: string, page: never) => Promise<unknown>;
  if (isVisitorPageType(type)) load = visitorScreens[type];
  else if (isShopPageType(type)) load = (await importWithRetry(loadShop)).screens[type];
  else load = (await importWithRetry(loadMembersSide)).screens[type];
  return importWithRetry(() => load(path, page as never));
}

/** Loads the contact form. Only a few pages have it, and other pages shouldn't have to load it. */
const loadContact = () => import('#features/administration/messages/web/contact-form.tsx');

/**
 * Fetches the screen for a page, and the members' menu or the contact form if its path has one. Rejects if a file can't
 * be fetched, for instance after a new deployment.
 */
export async function loadScreen(page: Page, path: string): Promise<AnyScreen> {
  const [screen, around, beside] = await Promise.all([
    loadOwnScreen(page, path),
    path.startsWith('/members/') ? importWithRetry(loadMembersSide) : undefined,
    hasEmbeddedContactForm(path) ? importWithRetry(loadContact) : undefined,
  ]);
  // Each type is paired with its screen in these tables, but the compiler can't follow that for a type known only at
  // run time
  return {
    ...(screen as ScreenModule<PageType>),
    frame: around?.MembersPortalLayout,
    contact: beside?.ContactForm,
  } as AnyScreen;
}
