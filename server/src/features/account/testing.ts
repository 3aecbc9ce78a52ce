/** An `Authorization` header by RFC 7617 with charset UTF-8. */
export const basic = (username: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`,
})
