import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Deployment, StatefulSet } from 'kubernetes-types/apps/v1'
import type { HorizontalPodAutoscaler } from 'kubernetes-types/autoscaling/v2'
import type { ConfigMap, Namespace, PersistentVolumeClaim, Service } from 'kubernetes-types/core/v1'
import type { Ingress, NetworkPolicy } from 'kubernetes-types/networking/v1'
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1'
import { parseAllDocuments } from 'yaml'

export const MANIFESTS = fileURLToPath(new URL('../../../deploy/kubernetes', import.meta.url))

export type Workload = Deployment | StatefulSet
export type Manifest =
  | Workload
  | HorizontalPodAutoscaler
  | ConfigMap
  | Namespace
  | PersistentVolumeClaim
  | Service
  | Ingress
  | NetworkPolicy
  | PodDisruptionBudget

/** kubectl has kustomize in it; `.ci/run` fetches one where there is none. */
const KUBECTL = 'kubectl'
export const hasKubectl = spawnSync(KUBECTL, ['version', '--client']).status === 0

/** What `kubectl apply --kustomize` sends to the cluster. */
export function render(folder: string): Manifest[] {
  const { status, stdout, stderr } = spawnSync(KUBECTL, ['kustomize', join(MANIFESTS, folder)], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${folder} cannot be rendered: ${stderr}`)
  return manifestsOf(stdout)
}

/** The manifests as they are written, without what only kustomize reads. */
export const sources = (): Manifest[] =>
  readdirSync(MANIFESTS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.yaml') && !file.endsWith('kustomization.yaml'))
    .flatMap((file) => manifestsOf(readFileSync(join(MANIFESTS, file), 'utf8')))

/** Those of a text of several. */
export const manifestsOf = (text: string): Manifest[] =>
  parseAllDocuments(text, { strict: true, version: '1.1' }).map((document) => {
    if (document.errors[0]) throw document.errors[0]
    return document.toJS() as Manifest
  })

export const ofKind = <K extends Manifest['kind']>(manifests: readonly Manifest[], kind: K) =>
  manifests.filter((manifest): manifest is Extract<Manifest, { kind?: K }> => manifest.kind === kind)

export const workloadsOf = (manifests: readonly Manifest[]): Workload[] => [
  ...ofKind(manifests, 'Deployment'),
  ...ofKind(manifests, 'StatefulSet'),
]

export const containerOf = ({ spec }: Workload) => {
  const [container] = spec?.template.spec?.containers ?? []
  if (!container) throw new Error('a workload without a container')
  return container
}

/** The environment of the first container of a workload. */
export function environmentOf(manifests: readonly Manifest[], workload: Workload): Record<string, string> {
  const { envFrom = [], env = [] } = containerOf(workload)
  const maps = envFrom.map(({ configMapRef }) =>
    ofKind(manifests, 'ConfigMap').find(({ metadata }) => metadata?.name === configMapRef?.name),
  )
  return Object.assign(
    {},
    ...maps.map((map) => map?.data),
    ...env.map(({ name, value }) => ({ [name]: value })),
  )
}
