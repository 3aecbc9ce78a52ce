export declare function startedData(): Promise<string>
export declare function copyStartedData(dataDir: string): Promise<void>
