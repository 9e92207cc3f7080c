import * as axe from 'axe-core';
import { Browser, BrowserContextOptions, chromium, Page } from 'playwright-core';

/** The looks of a page that the tests try: a computer, a phone, and the dark. */
export const LOOKS: { readonly [name: string]: BrowserContextOptions } = {
  light: { viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  dark: { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, colorScheme: 'light' },
};

/** Long enough for a machine with much else to do, in milliseconds. */
const TIMEOUT = 60_000;

/** A browser, and what its pages do that they should not. */
export class Session {
  /** Starts the browser that CHROMIUM_PATH names. */
  public static async start(): Promise<Session> {
    return new Session(await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox', '--disable-dev-shm-usage'] }));
  }

  /** Errors and warnings of the console, errors that no code handles, and requests to other places than the one that is served. */
  public readonly complaints: string[] = [];
  /** All requests. */
  public readonly requests: string[] = [];

  private constructor(private readonly browser: Browser) {}

  /** Opens an address in a window of its own. */
  public async open(address: string, options: BrowserContextOptions = LOOKS.light): Promise<Page> {
    const context = await this.browser.newContext(options);
    const page = await context.newPage();
    page.setDefaultTimeout(TIMEOUT);
    page.on('console', message => ['error', 'warning'].includes(message.type()) && this.complaints.push(`console: ${message.text()}`));
    page.on('pageerror', error => this.complaints.push(`error: ${error.message}`));
    page.on('request', request => {
      this.requests.push(request.url());
      if (!request.url().startsWith('data:') && new URL(request.url()).origin !== new URL(address).origin) {
        this.complaints.push(`request: ${request.url()}`);
      }
    });
    await page.goto(address);
    return page;
  }

  /** Ends the browser. */
  public async stop(): Promise<void> {
    await this.browser.close();
  }
}

/** What makes a page hard to use for people with disabilities, one line each. */
export async function barriersOf(page: Page): Promise<string[]> {
  // A script element would be refused by the policy of the page.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(' ')}: ${failureSummary}`));
}
