import { useCall } from '#platform/web/calls/useCall.ts';

export { Said } from '#platform/web/alerts/index.ts';

/** An action with one button: its call, whether it is under way, and where its answer is shown. */
export function useAct(): {
  busy: string;
  at: string;
  /** `renews` the whole site where it changes what the visitor may use. */
  act: (call: string, body?: object, renews?: 'page' | 'site') => Promise<boolean>;
} {
  const { busy, at, make } = useCall();
  const act = async (call: string, body: object = {}, renews: 'page' | 'site' = 'page') =>
    (await make(call, body, { renews })).code === 200;
  return { busy, at, act };
}
