/**
 * Ports that were free a moment ago, none of them one that an outgoing connection could get. No port is given twice, be
 * it by another process that asks here while this one lives.
 */
export function freePorts(count: number): Promise<number[]>
