import { expect, test } from 'vitest'
import packageJson from '../../../package.json'
import { readConfig } from '../platform/config/config'
import { renderChart } from '../testing/helm'
import { findTypeErrors } from '../testing/manifest-types'
import {
  containerOf,
  environmentOf,
  hasKubectl,
  type Manifest,
  ofKind,
  render,
  workloadsOf,
} from '../testing/manifests'

const nameOf = ({ kind, metadata }: Manifest) => `${kind}/${metadata?.name}`

/** By name, without what either tool makes of the settings: a hash in the name, or one beside it. */
function compared(manifests: Manifest[]): Record<string, unknown> {
  const text = JSON.stringify(manifests.filter(({ kind }) => kind !== 'Namespace' && kind !== 'ConfigMap'))
    .replace(/scanleaf-settings-\w{10}/g, 'scanleaf-settings')
    .replace(/,?"checksum\/settings":"\w{64}"/g, '')
  return Object.fromEntries(
    (JSON.parse(text) as Manifest[]).map((manifest) => [nameOf(manifest), manifest]).sort(),
  )
}

test('the chart has the types of the Kubernetes API, and the version of the product', () => {
  const manifests = renderChart()
  expect(findTypeErrors(manifests)).toEqual([])
  for (const workload of workloadsOf(manifests))
    expect(containerOf(workload).image).toBe(`ghcr.io/scanleaf/scanleaf:${packageJson.version}`)
})

test.skipIf(!hasKubectl)('with its own values the chart is the Ingress overlay of kustomize', () => {
  const manifests = renderChart()
  for (const workload of workloadsOf(manifests)) containerOf(workload).image = 'scanleaf'
  expect(compared(manifests)).toEqual(compared(render('ingress')))
})

test('values set image, hosts, replicas and volume, and a change of a setting restarts the pods', () => {
  const before = renderChart()
  const after = renderChart((values) => {
    Object.assign(values, {
      image: { repository: 'registry.example.com/qr', tag: '1.2.3' },
      settings: { ...(values['settings'] as object), APP_URL: 'https://qr.example.vn', PORT: 3000 },
      ingress: { ...(values['ingress'] as object), enabled: false },
      redirect: { ...(values['redirect'] as object), storage: '50Gi', maxReplicas: 9 },
    })
  })
  expect(ofKind(after, 'Ingress')).toEqual([])
  expect(ofKind(after, 'HorizontalPodAutoscaler').map(({ spec }) => spec?.maxReplicas)).toEqual([9, 6])
  const [redirect] = ofKind(after, 'StatefulSet')
  expect(redirect?.spec?.volumeClaimTemplates?.[0]?.spec?.resources?.requests).toEqual({ storage: '50Gi' })
  const checksums = (manifests: Manifest[]) =>
    workloadsOf(manifests).map(({ spec }) => spec?.template.metadata?.annotations?.['checksum/settings'])
  expect(new Set([...checksums(before), ...checksums(after)]).size).toBe(2)
  for (const workload of workloadsOf(after)) {
    expect(containerOf(workload).image).toBe('registry.example.com/qr:1.2.3')
    const { DATABASE_URL_FILE, SETUP_TOKEN_FILE, S3_ACCESS_KEY_FILE, S3_SECRET_KEY_FILE, ...env } =
      environmentOf(after, workload)
    expect(
      readConfig({ ...env, S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b', DATABASE_URL: 'postgres://d/s' }).appUrl,
    ).toBe('https://qr.example.vn')
  }
})
