export function ensureBuilt(): Promise<void>
export function bundleServer(entryPoints: string[], outdir: string): Promise<void>
export class BuildError extends Error {}
