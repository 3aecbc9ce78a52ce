/** The used part of a page of Playwright. */
export interface DemoPage {
  goto(url: string): Promise<unknown>
  locator(selector: string): {
    first(): { fill(text: string): Promise<void> }
    fill(text: string): Promise<void>
  }
  keyboard: { press(key: string): Promise<void> }
  waitForURL(url: RegExp): Promise<void>
}

export interface DemoServer {
  appUrl: string
  password: string
  stop(): Promise<void>
}

export function startDemo(settings?: Record<string, string>): Promise<DemoServer>
export function signInDemo(
  page: DemoPage,
  who: { appUrl: string; password: string; username?: string },
): Promise<void>
