export declare function copyStartedData(dataDir: string): Promise<void>
