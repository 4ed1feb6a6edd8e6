import type { AnyScreen } from '#platform/web/navigation/index.ts';

/** Everything that a page is fetched with: its screen, and all that surrounds it. */
const modules = import.meta.glob<object>(['./features/**/web/**/{*-page,contact-form}.tsx', './members-side.ts'], {
  eager: true,
});

const sources = new Map(
  Object.entries(modules).flatMap(([file, exported]) =>
    Object.values(exported).map((part): [unknown, string] => [part, file.replace('./', 'src/')]),
  ),
);

/** The source files that draw a page, as Vite's manifest names them. Only the server needs them. */
export const findScreenSources = ({ default: page, frame, contact }: AnyScreen): string[] =>
  [page, frame, contact].flatMap((part) => sources.get(part) ?? []);
