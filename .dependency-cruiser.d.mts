import type { ICruiseOptions, IForbiddenRuleType } from 'dependency-cruiser';

declare const floors: { forbidden: IForbiddenRuleType[]; options: ICruiseOptions };
export default floors;
export function floorsOf(order: readonly string[]): IForbiddenRuleType[];
