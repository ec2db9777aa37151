import { inTransaction, type Permitted } from '../call/index.ts'
import { addField, type Field, listFields } from '../fields/index.ts'
import { EFFORT, IMPACT, isEstimate } from './decision.ts'

/** The numbers that the team estimates, by position. */
export async function listEstimates(call: Permitted<'insights:read'>): Promise<Field[]> {
  return (await listFields(call)).filter(isEstimate)
}

/** Makes those of the two fields that the project does not have: numbers for the team. Their labels are chosen by the caller. */
export function addEstimates(
  call: Permitted<'fields:write'>,
  labels: { readonly effort: string; readonly impact: string },
): Promise<void> {
  return inTransaction(call, async (call) => {
    const known = new Set((await listFields(call)).map(({ key }) => key))
    const wanted = [
      { key: EFFORT, label: labels.effort },
      { key: IMPACT, label: labels.impact },
    ].filter(({ key }) => !known.has(key))
    for (const field of wanted) await addField(call, { ...field, kind: 'number', visibleTo: 'team' })
  })
}
