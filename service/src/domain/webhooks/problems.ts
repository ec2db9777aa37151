import type { ProblemKind } from '../../foundation/problems/index.ts'

export const urlNotAllowed = {
  code: 'url_not_allowed',
  status: 400,
  title: 'The service may not call this address.',
  remedy:
    'Use a public https address. For a receiver in your own network, whoever runs the service can allow its host: start the service with EGRESS_ALLOW=hooks.internal, for example.',
} as const satisfies ProblemKind

export const webhookDisabled = {
  code: 'webhook_disabled',
  status: 409,
  title: 'This webhook is switched off.',
  remedy: 'Switch it on first, by setting its state to enabled.',
  inForms: 'This webhook is switched off. Switch it on first.',
} as const satisfies ProblemKind
