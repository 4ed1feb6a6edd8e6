// The features that WebDriver BiDi (Firefox) and W3C WebDriver (WebKitGTK) have in common. The two protocols share the
// format of input actions, so that a journey presses the same keys and moves the same mouse in both.

/** An input device and its actions, tick by tick, in the format of W3C WebDriver and BiDi. */
export interface InputSource {
  type: 'pointer' | 'key';
  id: string;
  actions: readonly object[];
}

export interface Cookie {
  name: string;
  value: string;
  /** The URL of the site that the cookie belongs to. */
  url: string;
}

/** A browser window without cookies or stored data from earlier windows. */
export interface Tab {
  /** Opens a URL, and waits until its page has loaded. */
  goTo(url: string): Promise<void>;
  goBack(): Promise<void>;
  /** Evaluates an expression in the page, waits for its promise, and returns the value, which must be JSON. */
  evaluate(expression: string): Promise<unknown>;
  performActions(sources: readonly InputSource[]): Promise<void>;
  setCookie(cookie: Cookie): Promise<void>;
  takeScreenshot(): Promise<Buffer>;
  /** Prints the page as a PDF. */
  print(): Promise<Buffer>;
  /** Returns the errors that the console has shown since the tab was opened. */
  listConsoleErrors(): readonly string[];
  close(): Promise<void>;
}

/** A running browser. */
export interface BrowserEngine {
  openTab(): Promise<Tab>;
  stop(): Promise<void>;
}

/** The window's size, in CSS pixels. */
export const windowSize = { width: 1280, height: 900 };
