import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';
import { handbookPath } from '../chapters.ts';

export const navigation: MembersNavigation = {
  below: [{ item: 'help', order: 10, links: () => [{ label: 'Handbook', href: handbookPath }] }],
};
