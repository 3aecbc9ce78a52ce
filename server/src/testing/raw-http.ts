import { connect } from 'node:net'

/**
 * Sends bytes as they are and collects the response until the other side closes.
 * @param isCut the sender closes its side after them
 */
export function sendRaw(port: number, bytes: string | Buffer, { isCut = false } = {}): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text
    })
    // A request that is refused while it is sent ends with a broken connection, which is a response too.
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
    if (isCut) socket.end(bytes)
    else socket.write(bytes)
  })
}

/** The status of each response received over one connection. */
export const statusesIn = (answer: string): number[] =>
  [...answer.matchAll(/(?:^|[^\r\n]|\r\n)HTTP\/1\.1 (\d{3})/g)].map((match) => Number(match[1]))
