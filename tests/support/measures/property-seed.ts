// Every run of `npm test` tries the same random cases, so that a commit that passed passes again. Other cases are
// tried by `npm run test:properties`.
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20261129) });
