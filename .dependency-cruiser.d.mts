import type { ICruiseOptions, IForbiddenRuleType } from 'dependency-cruiser';

declare const configuration: { forbidden: IForbiddenRuleType[]; options: ICruiseOptions };
export default configuration;
export function buildFeatureRules(order: readonly string[]): IForbiddenRuleType[];
