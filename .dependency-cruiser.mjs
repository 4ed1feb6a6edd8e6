// The layers of the code (docs/architecture.md): each may import only those below it. `npm run check` enforces them.
// Type imports count too, because a screen depends on the types that it uses.
const tests = '\\.(test|child|cases)\\.tsx?$';
const sides = '/(server|web)/';
/** Modules that browsers fetch separately or with every page. An index file would add other modules to each of them. */
const fetchedAlone =
  '^src/features/(publishing/layout/web/shell|identity/sign-in/web/request-reauthentication|administration/messages/web/contact-form|box-office/seating/web/embedded)\\.tsx$';
const feature = '^src/features/[^/]+/[^/]+/feature\\.ts$';

/**
 * Builds one rule for each feature: it may import only the features before it in the list.
 *
 * @param {readonly string[]} order
 *
 * @returns {import('dependency-cruiser').IForbiddenRuleType[]}
 */
export const floorsOf = (order) =>
  order.flatMap((folder, place) => {
    const above = order.slice(place + 1);
    if (above.length === 0) return [];
    return [
      {
        name: 'features-stand-on-those-before',
        comment:
          'src/features.ts is the list, from the ground up. What a lower feature needs of a higher is handed in.',
        severity: 'error',
        from: { path: `^src/features/${folder}/`, pathNot: tests },
        to: { path: `^src/features/(${above.join('|')})/` },
      },
    ];
  });

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const floors = [
  {
    name: 'platform-knows-nothing-of-theatre',
    comment: 'The platform would serve a bowling club as well. A feature hands itself to it in app.ts.',
    from: { path: '^src/platform/', pathNot: tests },
    to: { path: '^src/', pathNot: '^src/platform/' },
  },
  {
    name: 'features-do-not-reach-up',
    comment: 'features.ts lists the features, screens.ts their screens; neither is known to them.',
    from: { path: '^src/features/', pathNot: tests },
    to: { path: ['^src/[^/]+\\.tsx?$', '^src/demo/', '^src/migrations/', '^src/features/[^/]+/[^/]+/feature\\.ts$'] },
  },
  {
    name: 'screens-never-import-the-server',
    comment: 'A screen knows a page by its contract.ts. Anything else would travel to the browser, or break there.',
    from: {
      path: [
        '^src/.+/web/',
        '^src/(browser|hydrate|render)\\.tsx$',
        '^src/(screens|screen-sources|members-side)\\.ts$',
      ],
      pathNot: tests,
    },
    to: {
      path: ['/server/', '^src/(app|main|config|import|export|messages)\\.ts$', '^src/migrations/', '^src/demo/'],
    },
  },
  {
    name: 'the-server-never-imports-screens',
    comment: 'The server runs from source and asks the built render.js for HTML.',
    from: { path: '/server/', pathNot: tests },
    to: { path: '/web/' },
  },
  {
    name: 'rules-and-contracts-take-no-side',
    comment: 'What lies in a feature beside its server/ and web/, or in platform/shared, runs on both sides.',
    from: { path: ['^src/features/', '^src/platform/shared/'], pathNot: [sides, tests, feature] },
    to: { path: ['/server/', '/web/'] },
  },
  {
    name: 'both-sides-means-no-node',
    comment: "A rule, a contract or a screen that needs Node's own modules does not run in a browser.",
    from: { path: ['^src/features/', '^src/platform/(shared|web)/'], pathNot: ['/server/', tests, feature] },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'practice-stands-apart',
    comment: 'What stands in for another service is started by main.ts, and known to nobody else.',
    from: { path: '^src/', pathNot: ['^src/practice/', '^src/main\\.ts$', tests] },
    to: { path: '^src/practice/' },
  },
  {
    name: 'practice-knows-nothing-of-the-site',
    comment: 'It stands where another service would, which knows our addresses and nothing more.',
    from: { path: '^src/practice/', pathNot: tests },
    to: { path: '^src/', pathNot: '^src/practice/' },
  },
  {
    name: 'features-meet-at-the-door',
    comment:
      'Another feature is used through its contract, its rules, or what its server/index.ts or web/index.ts offers; never its store.',
    from: { path: '^src/features/([^/]+/[^/]+)/', pathNot: tests },
    to: {
      path: '^src/features/.+/(server|web)/',
      pathNot: ['^src/features/$1/', '/(server|web)/index\\.ts$'],
    },
  },
  {
    name: 'features-meet-at-the-door',
    comment: 'So do those who put the site together. What the browser fetches on its own is named by its file.',
    from: { path: '^src/', pathNot: ['^src/features/', tests] },
    to: {
      path: '^src/features/.+/(server|web)/',
      pathNot: ['/(server|web)/index\\.ts$', '^src/features/[^/]+/[^/]+/web/(screens|members)\\.ts$', fetchedAlone],
    },
  },
  {
    name: 'only-the-database-room-knows-the-engine',
    comment: 'SQLite or PostgreSQL: nothing outside platform/server/database can tell.',
    from: { path: '^src/', pathNot: ['^src/platform/server/database/', tests] },
    to: { path: 'node_modules/(better-sqlite3|pg|@types/better-sqlite3|@types/pg)/' },
  },
  {
    name: 'only-tests-know-squares-sdk',
    comment:
      'It is a development dependency, with which tests compare the adapter. The program speaks to Square by itself.',
    from: { path: '^src/', pathNot: [tests] },
    to: { path: 'node_modules/square/' },
  },
  {
    name: 'providers-are-known-by-their-interface',
    comment: 'Payments use PaymentProvider and ProviderCardForm. Only the lists of all adapters know each of them.',
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
    comment:
      'A migration does the same for ever, so what it needs of the program is copied to migrations/frozen. Only the tools that build tables are shared, which released.test.ts checks.',
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
    name: 'no-circles',
    comment: 'Two files that need each other are one file, or miss a third.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'nothing-missing',
    comment: 'An import that leads nowhere.',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'the-product-runs-without-development-tools',
    comment: 'A society installs without devDependencies.',
    from: { path: '^src/', pathNot: tests },
    to: { dependencyTypes: ['npm-dev'], pathNot: 'node_modules/@types/' },
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: floors.map((floor) => ({ ...floor, severity: 'error' })),
  options: {
    // dependency-cruiser reads TypeScript through the compiler's API, which version 7 no longer has. Without a parser
    // it would silently find no modules and no errors, so the parser is named here and the modules are counted.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
