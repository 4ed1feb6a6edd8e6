// Controls Debian's own Firefox by WebDriver BiDi. Firefox serves the protocol itself, without geckodriver.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProgram } from './programs.ts';
import { type BrowserEngine, type Tab, windowSize } from './tab.ts';

interface Message {
  id?: number;
  type: 'success' | 'error' | 'event';
  result: unknown;
  error: string;
  message: string;
  method: string;
  params: unknown;
}

interface LogEntry {
  level: 'debug' | 'info' | 'warn' | 'error';
  text: string | null;
  source: { context?: string };
}

type EvaluateResult =
  | { type: 'success'; result: { value?: string } }
  | { type: 'exception'; exceptionDetails: { text: string } };

/** Connects to the browser, and returns a function that sends a command and waits for its result. */
async function connect(url: string, onEvent: (method: string, params: unknown) => void) {
  const socket = new WebSocket(`${url}/session`);
  await once(socket, 'open');
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let sent = 0;
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const message: Message = JSON.parse(data);
    if (message.type === 'event') return onEvent(message.method, message.params);
    const { resolve, reject } = waiting.get(message.id ?? 0) ?? Promise.withResolvers();
    if (message.type === 'success') return resolve(message.result);
    reject(new Error(`${message.error}: ${message.message}`));
  });
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has ended.'));
  });
  return async <T>(method: string, params: object): Promise<T> => {
    sent += 1;
    const reply = Promise.withResolvers<unknown>();
    waiting.set(sent, reply);
    socket.send(JSON.stringify({ id: sent, method, params }));
    return (await reply.promise) as T;
  };
}

/** Settings of the profile: British English, and no requests to anything but the site. */
const preferences: Record<string, boolean | string | number> = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'intl.accept_languages': 'en-GB',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
};

/** Starts Firefox without a window. */
export async function startFirefox(command: string): Promise<BrowserEngine> {
  const program = startProgram(command, (home) => {
    const lines = Object.entries(preferences).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
    );
    writeFileSync(join(home, 'user.js'), lines.join(''));
    return ['--headless', '--no-remote', '--profile', home, '--remote-debugging-port', '0'];
  });
  const url = await program.waitForOutput(/WebDriver BiDi listening on (ws:\S+)/);
  const errors = new Map<string, string[]>();
  const send = await connect(url, (_, params) => {
    const { level, text, source } = params as LogEntry;
    if (level === 'error') errors.get(source.context ?? '')?.push(text ?? '');
  });
  // Confirms the dialog that a page with unsaved changes shows before it is left
  await send('session.new', { capabilities: { alwaysMatch: { unhandledPromptBehavior: { default: 'accept' } } } });
  await send('session.subscribe', { events: ['log.entryAdded'] });

  return {
    async openTab(): Promise<Tab> {
      const { userContext } = await send<{ userContext: string }>('browser.createUserContext', {});
      const { context } = await send<{ context: string }>('browsingContext.create', { type: 'tab', userContext });
      errors.set(context, []);
      await send('browsingContext.setViewport', { context, viewport: windowSize, devicePixelRatio: 1 });
      return {
        async goTo(address) {
          await send('browsingContext.navigate', { context, url: address, wait: 'complete' });
        },
        async goBack() {
          await send('browsingContext.traverseHistory', { context, delta: -1 });
        },
        async evaluate(expression) {
          const outcome = await send<EvaluateResult>('script.evaluate', {
            expression: `(async () => JSON.stringify(await (${expression})) ?? 'null')()`,
            target: { context },
            awaitPromise: true,
            userActivation: true,
          });
          if (outcome.type === 'exception') throw new Error(outcome.exceptionDetails.text);
          return JSON.parse(outcome.result.value ?? 'null');
        },
        async performActions(actions) {
          await send('input.performActions', { context, actions });
        },
        async setCookie({ name, value, url: site }) {
          const cookie = { name, value: { type: 'string', value }, domain: new URL(site).hostname, path: '/' };
          await send('storage.setCookie', { cookie, partition: { type: 'storageKey', userContext } });
        },
        async takeScreenshot() {
          const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', { context });
          return Buffer.from(data, 'base64');
        },
        async print() {
          const { data } = await send<{ data: string }>('browsingContext.print', {
            context,
            background: true,
            // A4 in centimetres, because the default is Letter
            page: { width: 21, height: 29.7 },
          });
          return Buffer.from(data, 'base64');
        },
        listConsoleErrors: () => errors.get(context) ?? [],
        async close() {
          await send('browser.removeUserContext', { userContext });
          errors.delete(context);
        },
      };
    },
    stop: program.stop,
  };
}
