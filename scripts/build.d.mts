export function ensureBuilt(): Promise<void>
export class BuildError extends Error {}
