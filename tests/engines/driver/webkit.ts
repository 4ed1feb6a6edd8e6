// Controls WebKitGTK's MiniBrowser by its own WebKitWebDriver, on a screen in memory.
import { findFreePort } from '../../support/site/site.ts';
import { startProgram } from './programs.ts';
import { type BrowserEngine, type Tab, windowSize } from './tab.ts';

/** Sends a command of W3C WebDriver, and returns its value. */
async function send<T>(url: string, method: 'GET' | 'POST' | 'DELETE', body?: object): Promise<T> {
  const response = await fetch(url, {
    method,
    ...(body && { body: JSON.stringify(body) }),
    // The driver never responds to some commands, such as a screenshot of a page with an open dialog
    signal: AbortSignal.timeout(60_000),
  });
  const { value } = (await response.json()) as { value: T & { error: string; message: string } };
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

/** Returns a script that evaluates the expression, and reports its value as JSON, or its error. */
const toScript = (expression: string) => `
  const report = arguments[arguments.length - 1];
  (async () => JSON.stringify(await (${expression})) ?? 'null')().then(
    (json) => report({ json }),
    (error) => report({ error: String(error) }),
  );`;

/** The programs that run WebKit. */
export interface WebKitCommands {
  driver: string;
  /** The X server that draws into memory. */
  screen: string;
}

export async function startWebKit({ driver, screen }: WebKitCommands): Promise<BrowserEngine> {
  const size = `${windowSize.width + 100}x${windowSize.height + 200}x24`;
  const display = startProgram(screen, () => ['-displayfd', '1', '-screen', '0', size, '-nolisten', 'tcp']);
  const number = await display.waitForOutput(/^(\d+)\n/m);
  const port = await findFreePort();
  const program = startProgram(driver, () => [`--port=${port}`], {
    DISPLAY: `:${number}`,
    GDK_BACKEND: 'x11',
    // The page is drawn without a GPU, because the machine may have none
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    LIBGL_ALWAYS_SOFTWARE: '1',
    LANG: 'en_GB.UTF-8',
  });
  const home = `http://127.0.0.1:${port}`;
  while (!(await send(`${home}/status`, 'GET').catch(() => undefined))) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }

  return {
    async openTab(): Promise<Tab> {
      const before = program.output().length;
      const { sessionId } = await send<{ sessionId: string }>(`${home}/session`, 'POST', {
        capabilities: { alwaysMatch: { unhandledPromptBehavior: 'accept', timeouts: { script: 20_000 } } },
      });
      const session = `${home}/session/${sessionId}`;
      const post = <T>(path: string, body: object = {}) => send<T>(`${session}/${path}`, 'POST', body);
      await post('window/rect', { x: 0, y: 0, width: windowSize.width, height: windowSize.height + 100 });
      return {
        async goTo(url) {
          await post('url', { url });
        },
        async goBack() {
          await post('back');
        },
        async evaluate(expression) {
          const { json = 'null', error } = await post<{ json?: string; error?: string }>('execute/async', {
            script: toScript(expression),
            args: [],
          });
          if (error !== undefined) throw new Error(error);
          return JSON.parse(json);
        },
        async performActions(actions) {
          await post('actions', { actions });
        },
        async setCookie({ name, value, url }) {
          await post('cookie', { cookie: { name, value, path: '/', domain: new URL(url).hostname } });
        },
        async takeScreenshot() {
          return Buffer.from(await send<string>(`${session}/screenshot`, 'GET'), 'base64');
        },
        async print() {
          throw new Error('WebKitWebDriver can’t print.');
        },
        listConsoleErrors: () =>
          program
            .output()
            .slice(before)
            .split('\n')
            .filter((line) => /^CONSOLE .*ERROR/.test(line)),
        async close() {
          await send(session, 'DELETE');
        },
      };
    },
    async stop() {
      await program.stop();
      await display.stop();
    },
  };
}
