import { createHash } from 'node:crypto'
import { shippedComponents } from '../third-party.mjs'

/**
 * What a version ships, as CycloneDX 1.6 (ECMA-424, first edition): the packages of THIRD_PARTY.md, with their hashes.
 * @param {string} version
 * @param {Date} time of the commit: the same commit gives the same bytes
 * @returns {string} JSON
 */
export function billOfMaterials(version, time) {
  const product = {
    type: 'application',
    name: 'scanleaf',
    version,
    'bom-ref': `pkg:generic/scanleaf@${version}`,
  }
  const components = shippedComponents().map(component)
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([product, components]))}`,
    version: 1,
    metadata: {
      timestamp: time.toISOString(),
      component: { ...product, licenses: [{ license: { id: 'MIT' } }] },
    },
    components,
  }
  return `${JSON.stringify(bom, null, 2)}\n`
}

function component({ name, version, licence, integrity }) {
  const [, group, plain] = /^(?:(@[^/]+)\/)?(.+)$/.exec(name) ?? []
  // Package URL, “npm”: the @ of a scope is percent-encoded.
  const purl = `pkg:npm/${group ? `${group.replace('@', '%40')}/` : ''}${plain}@${version}`
  const [algorithm, hash] = integrity?.split('-') ?? []
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group && { group }),
    name: plain,
    version,
    ...(algorithm === 'sha512' && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }],
    }),
    licenses: [/[ (]/.test(licence) ? { expression: licence } : { license: { id: licence } }],
    purl,
  }
}

/** RFC 9562, version 8: bits of our own, here of a hash. */
function uuidOf(text) {
  const hex = createHash('sha256').update(text).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
