/** Ports that were free a moment ago, none of them one that an outgoing connection could get. */
export function freePorts(count: number): Promise<number[]>
