// The layers of the code (docs/architecture.md): each may import only those below it. `npm run check` enforces them.
// Imports of types count too. Each rule names the importing files (`from`) and the imports that it forbids (`to`).
const tests = '\\.(test|child|cases)\\.tsx?$';
const sides = '/(server|web)/';
/** Modules that browsers fetch separately or with every page. With an index file, they would fetch others too. */
const separatelyFetched =
  '^src/features/(publishing/layout/web/shell|identity/sign-in/web/request-reauthentication|administration/messages/web/contact-form|box-office/seating/web/embedded)\\.tsx$';
const feature = '^src/features/[^/]+/[^/]+/feature\\.ts$';

/**
 * Builds a rule for each feature: it may import only the features before it in the list.
 *
 * @param {readonly string[]} order the features' folders, as in `src/features.ts`
 *
 * @returns {import('dependency-cruiser').IForbiddenRuleType[]}
 */
export const buildFeatureRules = (order) =>
  order.flatMap((folder, index) => {
    const later = order.slice(index + 1);
    if (later.length === 0) return [];
    return [
      {
        name: 'features-import-only-earlier-ones',
        comment: 'src/features.ts lists the features in order. A feature gets code of later ones only as arguments.',
        severity: 'error',
        from: { path: `^src/features/${folder}/`, pathNot: tests },
        to: { path: `^src/features/(${later.join('|')})/` },
      },
    ];
  });

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const rules = [
  {
    name: 'platform-imports-no-feature',
    comment: 'The platform could serve a site that has nothing to do with theatre. app.ts gives it the features.',
    from: { path: '^src/platform/', pathNot: tests },
    to: { path: '^src/', pathNot: '^src/platform/' },
  },
  {
    name: 'features-do-not-import-the-app',
    comment: 'The files in src put the site together from the features, so no feature may import them.',
    from: { path: '^src/features/', pathNot: tests },
    to: { path: ['^src/[^/]+\\.tsx?$', '^src/demo/', '^src/migrations/', '^src/features/[^/]+/[^/]+/feature\\.ts$'] },
  },
  {
    name: 'screens-never-import-the-server',
    comment:
      'A screen imports the contract.ts of its page. Code of the server would be sent to the browser, or fail there.',
    from: {
      path: ['^src/.+/web/', '^src/(browser|hydrate|render)\\.tsx$', '^src/(screens|members-side)\\.ts$'],
      pathNot: tests,
    },
    to: {
      path: ['/server/', '^src/(app|main|config|import|export|messages)\\.ts$', '^src/migrations/', '^src/demo/'],
    },
  },
  {
    name: 'the-server-never-imports-screens',
    comment: 'The server gets HTML from the built render.js, which contains the screens.',
    from: { path: '/server/', pathNot: tests },
    to: { path: '/web/' },
  },
  {
    name: 'shared-code-imports-neither-side',
    comment:
      'Files outside server/ and web/ in a feature, and those in platform/shared, run on the server and in browsers.',
    from: { path: ['^src/features/', '^src/platform/shared/'], pathNot: [sides, tests, feature] },
    to: { path: ['/server/', '/web/'] },
  },
  {
    name: 'browser-code-imports-no-node-built-ins',
    comment: "Rules, contracts and screens run in browsers, which don't have Node's built-in modules.",
    from: { path: ['^src/features/', '^src/platform/(shared|web)/'], pathNot: ['/server/', tests, feature] },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'only-main-imports-practice',
    comment:
      'main.ts starts the simulation of another service. The rest of the program treats it like the real service.',
    from: { path: '^src/', pathNot: ['^src/practice/', '^src/main\\.ts$', tests] },
    to: { path: '^src/practice/' },
  },
  {
    name: 'practice-imports-nothing-of-the-site',
    comment: 'The simulation of another service has no more access to the site than the real service has.',
    from: { path: '^src/practice/', pathNot: tests },
    to: { path: '^src/', pathNot: '^src/practice/' },
  },
  {
    name: 'features-are-imported-by-their-index',
    comment: 'Of another feature, only the contract, the rules, server/index.ts and web/index.ts may be imported.',
    from: { path: '^src/features/([^/]+/[^/]+)/', pathNot: tests },
    to: {
      path: '^src/features/.+/(server|web)/',
      pathNot: ['^src/features/$1/', '/(server|web)/index\\.ts$'],
    },
  },
  {
    name: 'features-are-imported-by-their-index',
    comment: 'The same is true of the files in src, except for modules that browsers fetch separately.',
    from: { path: '^src/', pathNot: ['^src/features/', tests] },
    to: {
      path: '^src/features/.+/(server|web)/',
      pathNot: [
        '/(server|web)/index\\.ts$',
        '^src/features/[^/]+/[^/]+/web/(screens|members)\\.ts$',
        separatelyFetched,
      ],
    },
  },
  {
    name: 'only-the-database-folder-imports-drivers',
    comment: 'Code outside platform/server/database is the same for SQLite and PostgreSQL.',
    from: { path: '^src/', pathNot: ['^src/platform/server/database/', tests] },
    to: { path: 'node_modules/(better-sqlite3|pg|@types/better-sqlite3|@types/pg)/' },
  },
  {
    name: 'only-tests-import-squares-sdk',
    comment:
      'Tests compare our adapter with the SDK, which is a development dependency. The program sends its own requests.',
    from: { path: '^src/', pathNot: [tests] },
    to: { path: 'node_modules/square/' },
  },
  {
    name: 'payments-import-no-single-provider',
    comment:
      'Payments use PaymentProvider and ProviderCardForm. Only the files that list all adapters import each of them.',
    from: {
      path: '^src/features/money/payments/',
      pathNot: [
        '/payments/(server|web)/square/',
        '/payments/server/(index|webhook)\\.ts$',
        '/web/create-card-form\\.ts$',
        tests,
      ],
    },
    to: { path: '/payments/(server|web)/square/' },
  },
  {
    name: 'migrations-are-frozen',
    comment: 'The effect of a migration must never change, so code that it needs is copied to migrations/frozen.',
    from: { path: '^src/migrations/', pathNot: tests },
    to: {
      pathNot: [
        '^src/migrations/',
        '^src/platform/server/database/index\\.ts$',
        '^node_modules/kysely/',
        '^(node:)?(fs|path)$',
      ],
    },
  },
  {
    name: 'no-circular-imports',
    comment: 'Join two files that import each other, or move the code that they share to a third.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-missing-imports',
    comment: 'The imported file or package must exist.',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'the-program-imports-no-dev-dependency',
    comment: 'devDependencies aren’t installed where a site runs.',
    from: { path: '^src/', pathNot: tests },
    to: { dependencyTypes: ['npm-dev'], pathNot: 'node_modules/@types/' },
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: rules.map((rule) => ({ ...rule, severity: 'error' })),
  options: {
    // dependency-cruiser reads TypeScript through the compiler's API, which version 7 no longer has. Without a parser
    // it would silently find no modules and no errors, so the parser is named here and the modules are counted.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
