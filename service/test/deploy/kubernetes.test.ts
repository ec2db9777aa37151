import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { databaseOf, readConfig } from '../../src/config.ts'
import { OPERATIONS_PATH } from '../../src/surfaces/operations/index.ts'
import { ROOT } from '../harness/paths.ts'
import { temporaryDirectory } from '../harness/process.ts'
import { programOf } from './proxy.ts'

const run = promisify(execFile)

const FOLDER = join(ROOT, 'deploy/kubernetes')
const FLEET = join(ROOT, 'deploy/kubernetes-fleet')
const read = (file: string) => parse(readFileSync(join(FOLDER, file), 'utf8'))

const exact = (members: Record<string, TSchema>) => Type.Object(members, { additionalProperties: false })
const name = Type.String({ pattern: '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$' })
const variable = Type.String({ pattern: '^[A-Z_]+$' })
const count = Type.Integer({ minimum: 0 })
const quantity = Type.String({ pattern: '^[0-9]+(m|Mi|Gi)?$' })
const texts = Type.Record(Type.String(), Type.String())
const port = Type.Union([Type.Integer({ minimum: 1, maximum: 65_535 }), name])
const metadata = exact({ name, labels: texts })
const optional = (members: Record<string, TSchema>) =>
  Object.fromEntries(Object.entries(members).map(([key, schema]) => [key, Type.Optional(schema)]))
const words = Type.Array(Type.String(), { minItems: 1 })
const selector = exact({ matchLabels: texts })
const probe = exact({
  ...optional({
    httpGet: exact({ path: Type.String({ pattern: '^/' }), port }),
    tcpSocket: exact({ port }),
    exec: exact({ command: words }),
  }),
  periodSeconds: count,
  timeoutSeconds: Type.Optional(count),
  failureThreshold: count,
})
const container = exact({
  name,
  image: Type.String(),
  ...optional({
    command: words,
    args: words,
    env: Type.Array(
      Type.Union([
        exact({ name: variable, value: Type.String() }),
        exact({ name: variable, valueFrom: exact({ secretKeyRef: exact({ name, key: variable }) }) }),
      ]),
    ),
    envFrom: Type.Array(Type.Union([exact({ configMapRef: exact({ name }) }), exact({ secretRef: exact({ name }) })])),
    livenessProbe: probe,
    lifecycle: exact({ preStop: exact({ exec: exact({ command: words }) }) }),
  }),
  ports: Type.Array(exact({ name, containerPort: Type.Integer() })),
  startupProbe: probe,
  readinessProbe: probe,
  resources: exact({
    requests: exact({ cpu: quantity, memory: quantity }),
    limits: exact({ memory: quantity }),
  }),
  securityContext: exact({
    allowPrivilegeEscalation: Type.Literal(false),
    readOnlyRootFilesystem: Type.Optional(Type.Literal(true)),
    capabilities: exact({ drop: Type.Tuple([Type.Literal('ALL')]) }),
  }),
  volumeMounts: Type.Array(
    exact({ name, mountPath: Type.String({ pattern: '^/' }), subPath: Type.Optional(Type.String()) }),
  ),
})
const pod = exact({
  automountServiceAccountToken: Type.Literal(false),
  enableServiceLinks: Type.Literal(false),
  terminationGracePeriodSeconds: count,
  securityContext: exact({
    runAsNonRoot: Type.Literal(true),
    runAsUser: count,
    runAsGroup: count,
    fsGroup: Type.Optional(count),
    seccompProfile: exact({ type: Type.Literal('RuntimeDefault') }),
  }),
  ...optional({
    topologySpreadConstraints: Type.Array(
      exact({
        maxSkew: count,
        topologyKey: Type.String(),
        whenUnsatisfiable: Type.Union([Type.Literal('ScheduleAnyway'), Type.Literal('DoNotSchedule')]),
        labelSelector: selector,
      }),
    ),
    affinity: exact({
      podAntiAffinity: exact({
        requiredDuringSchedulingIgnoredDuringExecution: Type.Array(
          exact({ topologyKey: Type.String(), labelSelector: selector }),
        ),
      }),
    }),
  }),
  containers: Type.Tuple([container]),
  volumes: Type.Array(
    Type.Union([
      exact({ name, emptyDir: exact({ sizeLimit: quantity }) }),
      exact({ name, configMap: exact({ name }) }),
      exact({ name, secret: exact({ secretName: name }) }),
    ]),
  ),
})

/** The kinds that we use, with the members that we use: those of the API reference of Kubernetes 1.30. A misspelt member is refused. */
const KINDS: Readonly<Record<string, TSchema>> = {
  'v1 ConfigMap': exact({ apiVersion: Type.String(), kind: Type.String(), metadata, data: texts }),
  'v1 Service': exact({
    apiVersion: Type.String(),
    kind: Type.String(),
    metadata,
    spec: exact({ selector: texts, ports: Type.Array(exact({ name, port, targetPort: port })) }),
  }),
  'policy/v1 PodDisruptionBudget': exact({
    apiVersion: Type.String(),
    kind: Type.String(),
    metadata,
    spec: exact({ minAvailable: count, selector }),
  }),
  'networking.k8s.io/v1 NetworkPolicy': exact({
    apiVersion: Type.String(),
    kind: Type.String(),
    metadata,
    spec: exact({
      podSelector: selector,
      policyTypes: Type.Tuple([Type.Literal('Ingress')]),
      ingress: Type.Array(
        exact({
          from: Type.Array(Type.Union([exact({ namespaceSelector: selector }), exact({ podSelector: selector })]), {
            minItems: 1,
          }),
          ports: Type.Array(exact({ protocol: Type.Literal('TCP'), port }), { minItems: 1 }),
        }),
      ),
    }),
  }),
  'apps/v1 Deployment': exact({
    apiVersion: Type.String(),
    kind: Type.String(),
    metadata,
    spec: exact({
      replicas: count,
      strategy: exact({
        type: Type.Literal('RollingUpdate'),
        rollingUpdate: exact({ maxSurge: count, maxUnavailable: count }),
      }),
      selector,
      template: exact({ metadata: exact({ labels: texts }), spec: pod }),
    }),
  }),
  'apps/v1 StatefulSet': exact({
    apiVersion: Type.String(),
    kind: Type.String(),
    metadata,
    spec: exact({
      serviceName: name,
      replicas: count,
      selector,
      template: exact({ metadata: exact({ labels: texts }), spec: pod }),
      volumeClaimTemplates: Type.Array(
        exact({
          metadata: exact({ name }),
          spec: exact({
            accessModes: Type.Array(Type.Literal('ReadWriteOnce')),
            resources: exact({ requests: exact({ storage: quantity }) }),
          }),
        }),
      ),
    }),
  }),
}

// biome-ignore lint/suspicious/noExplicitAny: its schema was checked
type Manifest = any

function manifestsOf(file: string): Manifest[] {
  return parseAllDocuments(readFileSync(join(FLEET, file), 'utf8')).map((document) => document.toJS())
}

function faultsOf(manifest: Manifest): unknown {
  const schema = KINDS[`${manifest.apiVersion} ${manifest.kind}`]
  return schema ? Value.Errors(schema, manifest) : 'is of no kind that we use'
}

test('every manifest is of a kind that Kubernetes knows, with the members of that kind, and the kustomization lists it', () => {
  const files = globSync('*.yaml', { cwd: FOLDER }).filter((file) => file !== 'kustomization.yaml')
  expect(read('kustomization.yaml').resources.sort()).toEqual(files.sort())
  for (const file of files) {
    expect([file, faultsOf(read(file))]).toEqual([file, []])
  }
})

test('what refers to each other has the same names', () => {
  const deployment = read('deployment.yaml')
  const { labels } = deployment.spec.template.metadata
  const [container] = deployment.spec.template.spec.containers
  for (const chosen of [
    deployment.spec.selector.matchLabels,
    read('service.yaml').spec.selector,
    read('disruption-budget.yaml').spec.selector.matchLabels,
    read('network-policy.yaml').spec.podSelector.matchLabels,
    deployment.spec.template.spec.topologySpreadConstraints[0].labelSelector.matchLabels,
  ]) {
    expect(labels).toEqual(chosen)
  }
  const ports = container.ports.map((one: { name: string }) => one.name)
  expect(ports).toContain(read('service.yaml').spec.ports[0].targetPort)
  expect(ports).toContain(read('network-policy.yaml').spec.ingress[0].ports[0].port)
  for (const { httpGet } of [container.startupProbe, container.readinessProbe, container.livenessProbe]) {
    expect([ports.includes(httpGet.port), OPERATIONS_PATH.test(httpGet.path)]).toEqual([true, true])
  }
  expect(container.envFrom[0].configMapRef.name).toBe(read('settings.yaml').metadata.name)
  expect(read('kustomization.yaml').images[0].name).toBe(container.image)
  expect(container.volumeMounts[0].name).toBe(deployment.spec.template.spec.volumes[0].name)
})

test('the settings name no trusted proxy, and the service does not start before the operator names one', () => {
  expect(() => readConfig(read('settings.yaml').data)).toThrow(/TRUSTED_PROXIES must be addresses or ranges/)
})

test('with a trusted proxy the settings are a working configuration, and a stop has more time than the service needs', () => {
  const settings = { ...read('settings.yaml').data, TRUSTED_PROXIES: '192.0.2.10' }
  expect(readConfig({ ...settings, DATABASE_URL: 'postgres://svc@db/svc' }).boardOrigin).toBe(settings.BOARD_ORIGIN)
  const known = [...readFileSync(join(ROOT, 'service/src/config.ts'), 'utf8').matchAll(/read\('([A-Z_]+)'/g)]
  expect(Object.keys(settings).filter((variable) => !known.some(([, one]) => one === variable))).toEqual([])
  const { terminationGracePeriodSeconds: grace, containers } = read('deployment.yaml').spec.template.spec
  const pause = Number(containers[0].lifecycle.preStop.exec.command[1])
  const stopMs = Number(
    /EXIT_WITHIN_MS = ([\d_]+)/
      .exec(readFileSync(join(ROOT, 'service/src/serve.ts'), 'utf8'))?.[1]
      ?.replaceAll('_', ''),
  )
  expect(stopMs).toBeGreaterThan(0)
  expect(grace * 1000).toBeGreaterThan(pause * 1000 + stopMs)
})

/** What kubectl would apply, where it is there: the parts of the fleet and what they change of the first folder. */
function fleet(): Manifest[] {
  const { resources } = parse(readFileSync(join(FLEET, 'kustomization.yaml'), 'utf8')) as { resources: string[] }
  return resources.filter((file) => file.endsWith('.yaml')).flatMap(manifestsOf)
}

test('every manifest of the fleet has the members of its kind, and is listed', () => {
  const { resources, patches, configMapGenerator } = parse(readFileSync(join(FLEET, 'kustomization.yaml'), 'utf8'))
  const listed = [
    'kustomization.yaml',
    ...resources,
    ...patches.map(({ path }: Manifest) => path),
    ...configMapGenerator.flatMap(({ files }: Manifest) => files),
  ]
  expect(listed.filter((file: string) => file !== '../kubernetes').sort()).toEqual(globSync('*', { cwd: FLEET }).sort())
  for (const manifest of fleet())
    expect([manifest.metadata.name, faultsOf(manifest)]).toEqual([manifest.metadata.name, []])
  expect(faultsOf({ ...fleet()[0], metadata: { name: 'x', label: {} } })).not.toEqual([])
})

test('the parts of the fleet find each other, and each has probes, an account without rights, and more time for a stop than it needs', () => {
  const all = [...fleet(), read('deployment.yaml')]
  const programs = all.filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet')
  const labelsOf = ({ spec }: Manifest) => Object.entries(spec.template.metadata.labels).join(' ')
  const finds = (chosen: object) =>
    programs.filter((one) => Object.entries(chosen).every((pair) => labelsOf(one).includes(`${pair}`)))
  for (const { kind, metadata, spec } of all) {
    const chosen = [
      ...(kind === 'Service' ? [spec.selector] : []),
      ...(kind === 'PodDisruptionBudget' ? [spec.selector.matchLabels] : []),
      ...(kind === 'NetworkPolicy' ? [spec.podSelector.matchLabels] : []),
      ...(kind === 'NetworkPolicy'
        ? spec.ingress[0].from.flatMap(({ podSelector }: Manifest) => (podSelector ? [podSelector.matchLabels] : []))
        : []),
    ]
    for (const one of chosen) expect([metadata.name, finds(one).length > 0]).toEqual([metadata.name, true])
    if (kind === 'Service')
      expect(finds(spec.selector)[0].spec.template.spec.containers[0].ports[0].name).toBe(spec.ports[0].targetPort)
  }
  const exitWithin = Number(
    /EXIT_WITHIN_MS = (\d+)_000/.exec(readFileSync(join(ROOT, 'service/src/serve.ts'), 'utf8'))?.[1],
  )
  for (const { metadata, spec } of programs) {
    const { terminationGracePeriodSeconds: grace, containers, volumes } = spec.template.spec
    const [container] = containers
    expect([metadata.name, spec.selector.matchLabels]).toEqual([metadata.name, spec.template.metadata.labels])
    const pauses = `${container.lifecycle?.preStop.exec.command ?? ''}`.match(/(?<=sleep[ ,]|timeout=)\d+/g) ?? []
    const least = pauses.reduce(
      (sum: number, one: string) => sum + Number(one),
      container.image === 'feedback-board' ? exitWithin : 0,
    )
    expect([metadata.name, least > 0 && grace > least]).toEqual([metadata.name, true])
    const claims = spec.volumeClaimTemplates?.map((claim: Manifest) => claim.metadata.name) ?? []
    const mounted = container.volumeMounts.map((mount: Manifest) => mount.name)
    expect(mounted.sort()).toEqual([...claims, ...volumes.map((volume: Manifest) => volume.name)].sort())
  }
  const roles = programs
    .flatMap(({ spec }) => spec.template.spec.containers[0].env ?? [])
    .filter((one) => one.name === 'ROLE')
  expect(roles).toEqual([{ name: 'ROLE', value: 'jobs' }])
})

test('the fleet has three processes for requests, of which two always go on, and its settings are a working configuration', () => {
  const [web, budget, settings] = manifestsOf('web.yaml')
  expect([web.metadata.name, budget.metadata.name, settings.metadata.name]).toEqual([
    read('deployment.yaml').metadata.name,
    read('disruption-budget.yaml').metadata.name,
    read('settings.yaml').metadata.name,
  ])
  expect([web.spec.replicas, budget.spec.minAvailable]).toEqual([3, 2])
  const [{ name: variable, value }] = web.spec.template.spec.containers[0].env
  const config = readConfig({
    ...read('settings.yaml').data,
    ...settings.data,
    [variable]: value,
    TRUSTED_PROXIES: '192.0.2.10',
    DATABASE_URL: 'postgres://svc@pgbouncer:6432/svc',
    DATABASE_DIRECT_URL: 'postgres://svc@postgres/svc',
    DATABASE_READ_URL: 'postgres://svc@postgres-replica/svc',
  })
  expect([config.role, config.databaseReadUrls, databaseOf(config)]).toEqual([
    'web',
    ['postgres://svc@postgres-replica/svc'],
    { databaseUrl: 'postgres://svc@postgres/svc', pooledUrl: 'postgres://svc@pgbouncer:6432/svc' },
  ])
})

/** The directory of the fleet. A kubectl before 1.21, such as that of Debian 12, gets a copy with the words that kustomize had before. */
async function forKubectl(kubectl: string): Promise<string> {
  const { stdout } = await run(kubectl, ['version', '--client', '-o', 'json'])
  if (Number.parseInt(JSON.parse(stdout).clientVersion.minor, 10) >= 21) return FLEET
  const copy = await temporaryDirectory()
  await cp(join(ROOT, 'deploy'), copy, { recursive: true })
  const fleet = join(copy, basename(FLEET))
  const file = join(fleet, 'kustomization.yaml')
  const text = await readFile(file, 'utf8')
  const older = text
    .replace('resources:\n  - ../kubernetes\n', 'bases:\n  - ../kubernetes\nresources:\n')
    .replace('patches:\n  - path: web.yaml\n', 'patchesStrategicMerge:\n  - web.yaml\n')
  await writeFile(file, older)
  return fleet
}

test('kubectl puts the fleet together', async (context) => {
  const kubectl = await programOf('kubectl', context)
  const { stdout } = await run(kubectl, ['kustomize', await forKubectl(kubectl)])
  const all: Manifest[] = parseAllDocuments(stdout).map((document) => document.toJS())
  const counts = Object.entries(Object.groupBy(all, ({ kind }) => kind)).map(
    ([kind, some]) => `${some?.length} ${kind}`,
  )
  expect(counts.sort()).toEqual([
    '2 PodDisruptionBudget',
    '2 StatefulSet',
    '3 ConfigMap',
    '3 Deployment',
    '4 NetworkPolicy',
    '4 Service',
  ])
  const web = all.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'feedback-board')
  expect([web.spec.replicas, web.spec.template.spec.containers[0].env]).toEqual([3, [{ name: 'ROLE', value: 'web' }]])
})

test('the profile "fleet" of compose.yaml names only what is there, and HAProxy understands its file', async (context) => {
  const compose = parse(readFileSync(join(ROOT, 'compose.yaml'), 'utf8'), { merge: true })
  const { services, configs, volumes } = compose
  const ofFleet = Object.keys(services).filter((service) => services[service].profiles?.includes('fleet'))
  expect(ofFleet).toEqual(['balancer', 'web', 'jobs', 'pgbouncer', 'postgres-replica'])
  for (const [service, { depends_on = {}, configs: used = [], volumes: mounted = [] }] of Object.entries<Manifest>(
    services,
  )) {
    expect([
      service,
      Object.keys(depends_on).filter((other) => !services[other]?.healthcheck && !services[other]?.build),
    ]).toEqual([service, []])
    expect(used.filter(({ source }: Manifest) => !configs[source])).toEqual([])
    expect(mounted.filter((volume: string) => !((volume.split(':')[0] ?? '') in volumes))).toEqual([])
  }
  for (const { file } of Object.values<Manifest>(configs)) expect(globSync(file, { cwd: ROOT })).toEqual([file])
  const { web, jobs, postgres } = services
  expect([postgres.environment.POSTGRES_USER, postgres.environment.SERVICE_PASSWORD]).toEqual([
    'postgres',
    postgres.environment.POSTGRES_PASSWORD,
  ])
  for (const { environment } of [services.service, web]) {
    expect(environment.DATABASE_URL).toContain(`//svc:${postgres.environment.SERVICE_PASSWORD}@`)
  }
  expect([web.environment.ROLE, jobs.environment.ROLE, web.deploy.replicas]).toEqual(['web', 'jobs', 3])
  expect(web.environment.DATABASE_READ_URL).toContain('@postgres-replica:5432/')
  expect(Object.keys(services.service.environment).filter((variable) => !(variable in web.environment))).toEqual([])
  expect(Number.parseInt(web.stop_grace_period, 10)).toBeGreaterThan(Number(web.environment.STOP_DELAY_SECONDS) + 30)
  const haproxy = await programOf('haproxy', context)
  await run(haproxy, ['-c', '-f', join(ROOT, 'deploy/haproxy/haproxy.cfg')], { env: { PORT: '4000' } })
})
