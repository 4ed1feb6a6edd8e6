/**
 * The tables. Each feature adds its own from `server/tables.ts` by declaration merging:
 *
 *     declare module '../../../platform/server/database/schema.ts' {
 *       interface Tables { show: ShowTable }
 *     }
 */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it
export interface Tables {}
