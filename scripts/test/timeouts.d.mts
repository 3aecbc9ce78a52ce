export declare const timeoutMs: (seconds: number) => number
export declare const VITEST_TIMEOUTS: { testTimeout: number; hookTimeout: number }
