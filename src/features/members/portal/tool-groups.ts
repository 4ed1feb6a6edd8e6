import type { ToolGroup } from '#platform/shared/admin-tools.ts';

/** The headings of the admin’s overview, in their order. */
export const toolGroups: readonly (readonly [group: ToolGroup, heading: string])[] = [
  ['people', 'Members and messages'],
  ['archive', 'Shows and media'],
  ['money', 'Money'],
  ['site', 'The site'],
];
