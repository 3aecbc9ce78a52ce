/*
 * A Google sheet for a script that is bound to it, in a process of its own, since everything there is synchronous:
 * `node google-sheet.mjs SCRIPT STATE FUNCTION…`. STATE is JSON { cells, key, said } and is written back.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'

const [script, file, ...functions] = process.argv.slice(2)
const state = { cells: [], key: null, said: [], answer: '', ...JSON.parse(readFileSync(file, 'utf8')) }
const { cells } = state

const range = (row, column, rows = 1, columns = 1) => {
  if (row < 1 || column < 1 || rows < 1 || columns < 1)
    throw new Error('The range must have at least one cell.')
  return {
    getValues: () =>
      Array.from({ length: rows }, (_, r) =>
        Array.from({ length: columns }, (_, c) => cells[row - 1 + r]?.[column - 1 + c] ?? ''),
      ),
    setValues(values) {
      if (values.length !== rows || values.some((each) => each.length !== columns))
        throw new Error('The number of values does not match that of the range.')
      values.forEach((each, r) => {
        cells[row - 1 + r] ??= []
        const line = cells[row - 1 + r]
        each.forEach((value, c) => {
          while (line.length < column - 1 + c) line.push('')
          line[column - 1 + c] = value
        })
      })
    },
    setValue(value) {
      this.setValues([[value]])
    },
  }
}
const sheet = { getRange: range, getSheetId: () => 7, getLastRow: () => cells.length }
const menu = {
  addItem(title, name) {
    state.said.push([title, name])
    return menu
  },
  addToUi() {},
}
const ui = {
  Button: { OK: 'ok' },
  ButtonSet: { OK_CANCEL: 'ok-cancel' },
  createMenu(title) {
    state.said.push([title])
    return menu
  },
  prompt: (text) => {
    state.said.push([text])
    return { getSelectedButton: () => 'ok', getResponseText: () => state.answer }
  },
}

const FETCH = `
const { url, init } = JSON.parse(process.argv[1])
const response = await fetch(url, init)
console.log(JSON.stringify({ status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() }))`
function fetchNow(url, { method = 'get', headers = {}, contentType, payload, muteHttpExceptions }) {
  if (payload !== undefined && contentType === undefined) throw new Error('A form, which no call takes.')
  const init = {
    method: method.toUpperCase(),
    headers: { ...headers, ...(contentType && { 'content-type': contentType }) },
    body: payload,
  }
  const answer = JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', FETCH, JSON.stringify({ url, init })], {
      encoding: 'utf8',
    }),
  )
  if (!muteHttpExceptions && answer.status >= 400)
    throw new Error(`Request failed with code ${answer.status}`)
  return {
    getResponseCode: () => answer.status,
    getContentText: () => answer.text,
    getHeaders: () => answer.headers,
  }
}

const google = {
  SpreadsheetApp: {
    getActiveSheet: () => sheet,
    getActiveSpreadsheet: () => ({ getId: () => 'spreadsheet', toast: (text) => state.said.push([text]) }),
    getUi: () => ui,
  },
  PropertiesService: {
    getUserProperties: () => ({
      getProperty: () => state.key,
      setProperty(_name, value) {
        state.key = value
      },
    }),
  },
  LockService: { getDocumentLock: () => ({ waitLock() {}, releaseLock() {} }) },
  UrlFetchApp: { fetch: fetchNow },
  Utilities: {
    DigestAlgorithm: { SHA_256: 'sha256' },
    Charset: { UTF_8: 'utf8' },
    // Bytes of Java: -128 to 127.
    computeDigest: (algorithm, text, charset) => [
      ...new Int8Array(createHash(algorithm).update(text, charset).digest()),
    ],
    base64EncodeWebSafe: (bytes) =>
      Buffer.from(bytes).toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
    sleep: (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
  },
}
for (const name of functions) {
  try {
    runInNewContext(`${readFileSync(script, 'utf8')}\n${name}()`, google)
  } catch (error) {
    state.said.push([`Error: ${error.message}`])
  }
}
writeFileSync(file, JSON.stringify(state))
