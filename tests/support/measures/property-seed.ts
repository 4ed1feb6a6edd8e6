// Makes every run of `npm test` try the same random cases, so that the result depends only on the commit. `npm run
// test:properties` tries others.
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20261129) });
