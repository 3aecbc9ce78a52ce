import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { addressProblem, callOutside, isPublic, type OutsideCalls } from './outside-call'

const strict: OutsideCalls = { privateHosts: [], ownHosts: ['app.example.vn'] }
const within = (privateHosts: string[], more: Partial<OutsideCalls> = {}): OutsideCalls => ({
  ...strict,
  privateHosts,
  ...more,
})

const servers: { close(): unknown }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function listening(server: Server | ReturnType<typeof createTcpServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  servers.push(server)
  return (server.address() as AddressInfo).port
}
const post = (calls: OutsideCalls, url: string) => callOutside(calls, { url, headers: {}, body: '{}' })

describe('an address', () => {
  test.each([
    ['https://hooks.example.vn/a?b=c', null],
    ['https://hooks.example.vn:8443/', null],
    ['https://203.0.114.1/', null],
    ['http://hooks.example.vn/', 'not-https'],
    ['https://hooks.example.vn:22/', 'not-https'],
    ['ftp://hooks.example.vn/', 'invalid-url'],
    ['javascript:alert(1)', 'invalid-url'],
    ['hooks.example.vn', 'invalid-url'],
    ['https://', 'invalid-url'],
    ['https://me:secret@hooks.example.vn/', 'invalid-url'],
    ['https://hooks.example.vn/#x', 'invalid-url'],
    ['https://app.example.vn/x', 'own-host'],
    ['https://APP.example.vn./x', 'own-host'],
    ['https://2130706433/', 'private-address'],
    ['https://0x7f.1/', 'private-address'],
    ['https://0177.0.0.1/', 'private-address'],
    ['https://127.1/', 'private-address'],
    ['https://169.254.169.254/latest/meta-data', 'private-address'],
    ['https://[::1]/', 'private-address'],
    ['https://[::ffff:10.0.0.1]/', 'private-address'],
  ])('%s: %s', (url, problem) => {
    expect(addressProblem(strict, url)).toBe(problem)
  })

  test('inside is allowed by its name, its address or its range, and nothing beside it', () => {
    expect(addressProblem(within(['n8n']), 'http://n8n:5678/hook')).toBeNull()
    expect(addressProblem(within(['10.0.0.0/24']), 'http://10.0.0.24/')).toBeNull()
    expect(addressProblem(within(['10.0.0.0/24']), 'http://10.0.1.24/')).toBe('private-address')
    expect(addressProblem(within(['fd00::/8']), 'http://[fd00::7]/')).toBeNull()
    expect(addressProblem(within(['n8n']), 'http://n8n.example.vn/')).toBe('not-https')
  })
})

test('no address that is not of the public internet counts as such', () => {
  const inside = `0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 127.0.0.1 127.255.255.254 169.254.169.254 172.16.0.1 172.31.255.255
    192.0.0.1 192.0.2.1 192.168.1.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255
    :: ::1 ::7f00:1 ::a00:1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 64:ff9b::a00:1 64:ff9b:1::1 100::1 2001::1 2001:db8::1
    2002:7f00:1::1 fc00::1 fd12:3456::1 fe80::1 fec0::1 ff02::1 ::ffff:0:127.0.0.1`
  for (const address of inside.split(/\s+/)) expect([address, isPublic(address)]).toEqual([address, false])
  for (const address of ['1.1.1.1', '203.113.1.1', '2606:4700::1111', '2404:6800::1'])
    expect([address, isPublic(address)]).toEqual([address, true])
  expect(isPublic('localhost')).toBe(false)
})

describe('nothing connects to an address inside', () => {
  test.each([[['127.0.0.1']], [['93.184.216.34', '127.0.0.1']], [['::1']], [['::ffff:127.0.0.1']]])(
    'whatever a name resolves to: %j',
    async (addresses) => {
      let connections = 0
      const port = await listening(createTcpServer(() => void connections++))
      // The port of the canary, which only an allowed name could have.
      const calls = within(['hooks.example.vn'], { resolve: async () => addresses })
      expect(await post({ ...calls, privateHosts: [] }, 'https://hooks.example.vn/')).toMatchObject({
        problem: 'private-address',
      })
      expect(
        await post({ ...calls, privateHosts: ['10.0.0.0/8'] }, `https://hooks.example.vn:8443/`),
      ).toMatchObject({
        problem: 'private-address',
      })
      expect([port > 0, connections]).toEqual([true, 0])
    },
  )

  test('by a name whose answer changes: it is asked once, and the socket goes where that was', async () => {
    let asked = 0
    const answers = [['203.0.113.7'], ['127.0.0.1']]
    let connections = 0
    const canary = createTcpServer((socket) => {
      connections++
      socket.destroy()
    })
    const port = await listening(canary)
    // By its name it may be called on the port of the canary.
    const calls = within(['hooks.example.vn'], { resolve: async () => answers[asked++] ?? [] })
    const { status } = await post(calls, `http://hooks.example.vn:${port}/`)
    expect([status, asked, connections]).toEqual([null, 1, 0])
  }, 60_000)

  test('by a name that has no address, or a resolver that fails', async () => {
    const unknown = { status: null, problem: 'unknown-host' }
    expect(await post(within([], { resolve: async () => [] }), 'https://x.example/')).toMatchObject(unknown)
    const failing = within([], { resolve: () => Promise.reject(new Error('SERVFAIL')) })
    expect(await post(failing, 'https://x.example/')).toMatchObject(unknown)
  })
})

describe('a receiver', () => {
  const calls = within(['127.0.0.1'])
  const receiver = async (answer: (response: import('node:http').ServerResponse) => void) => {
    const paths: (string | undefined)[] = []
    const server = createServer((request, response) => {
      paths.push(request.url)
      request.resume()
      answer(response)
    })
    return { paths, url: `http://127.0.0.1:${await listening(server)}` }
  }

  test('that redirects is not followed', async () => {
    const { url, paths } = await receiver((response) =>
      response.writeHead(302, { location: '/inside' }).end(),
    )
    expect(await post(calls, `${url}/hook`)).toMatchObject({ status: 302, problem: null })
    expect(paths).toEqual(['/hook'])
  })

  test('that answers without an end is left after its first bytes', async () => {
    let sent = 0
    const { url } = await receiver((response) => {
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed && sent < 64 * 1024 ** 2) {
          sent += 65_536
          if (!response.write(Buffer.alloc(65_536))) return void response.once('drain', more)
        }
      }
      more()
    })
    expect(await post(calls, url)).toMatchObject({ status: 200, problem: null })
    expect(sent).toBeLessThan(32 * 1024 ** 2)
  })

  test('that resets, cuts its answer off, or speaks something else has not answered', async () => {
    const none = { status: null, problem: 'no-answer' }
    const reset = await receiver((response) => response.destroy())
    expect(await post(calls, reset.url)).toMatchObject(none)
    const cut = await receiver((response) => {
      response.writeHead(200, { 'content-length': '100' }).write('x', () => response.destroy())
    })
    expect(await post(calls, cut.url)).toMatchObject(none)
    const port = await listening(createTcpServer((socket) => socket.end('SSH-2.0-x\r\n')))
    expect(await post(calls, `http://127.0.0.1:${port}`)).toMatchObject(none)
    const heads = await receiver((response) => response.writeHead(200, { x: 'y'.repeat(20_000) }).end())
    expect(await post(calls, heads.url)).toMatchObject(none)
  })

  test('that never ends its answer is left after ten seconds', async () => {
    const { url } = await receiver((response) => response.writeHead(200).write('.'))
    const { status, problem } = await post(calls, url)
    expect([status, problem]).toEqual([null, 'too-slow'])
  }, 60_000)
})
