export function copyImageTree(destination: string, packages?: string): void
