export function findBrowser(): string | null
export function ensureBrowser(): Promise<string | null>
export function ensureHeadlessShell(): Promise<string | null>
