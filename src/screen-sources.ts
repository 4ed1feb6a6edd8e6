import type { AnyScreen } from '#platform/web/navigation/index.ts';

/** The modules of all screens, and of the parts that surround some of them. */
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
