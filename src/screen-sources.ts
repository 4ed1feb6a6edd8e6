import type { AnyScreen } from '#platform/web/navigation/index.ts';

/** All modules with which a page is loaded: its screen, and everything around the screen. */
const modules = import.meta.glob<object>(['./features/**/web/**/{*-page,contact-form}.tsx', './members-side.ts'], {
  eager: true,
});

const sources = new Map(
  Object.entries(modules).flatMap(([file, exported]) =>
    Object.values(exported).map((part): [unknown, string] => [part, file.replace('./', 'src/')]),
  ),
);

/** Returns the source files that render a page, as named in Vite's manifest. Only the server needs them. */
export const findScreenSources = ({ default: page, frame, contact }: AnyScreen): string[] =>
  [page, frame, contact].flatMap((part) => sources.get(part) ?? []);
