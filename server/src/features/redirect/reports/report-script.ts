/**
 * Solves the challenge of a report form while its visitor fills it in, and sends the form with the proof: the only script
 * of the public pages, which run no other. Where it fails, the report goes out without a proof.
 */
export const REPORT_SCRIPT = `(() => {
const form = document.forms[0]
const proof = form.elements.namedItem('proof')
const bytes = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16))
async function solve() {
  const { challenge } = proof.dataset
  const { parameters } = JSON.parse(atob(challenge.replaceAll('-', '+').replaceAll('_', '/')))
  const nonce = bytes(parameters.nonce)
  const password = new Uint8Array(nonce.length + 4)
  password.set(nonce)
  const counterBytes = new DataView(password.buffer, nonce.length)
  const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt: bytes(parameters.salt), iterations: parameters.cost }
  for (let counter = 0; ; counter++) {
    counterBytes.setUint32(0, counter)
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
    const bits = new Uint8Array(await crypto.subtle.deriveBits(derivation, key, parameters.keyLength * 8))
    const hex = Array.from(bits, (byte) => byte.toString(16).padStart(2, '0')).join('')
    if (hex.startsWith(parameters.keyPrefix)) return challenge + '.' + counter + '.' + hex
  }
}
let solving
const begin = () => solving ??= solve().catch(() => '')
form.addEventListener('change', begin)
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  form.lastChild.disabled = true
  proof.value = await begin()
  form.submit()
})
addEventListener('pageshow', () => { form.lastChild.disabled = false })
})()`
