/** The protocol's own words. Any other in their place may be a word of a text that somebody wrote. */
import { controlActions } from '../../shared/protocol/requests.ts';
import { settingTable } from '../../shared/protocol/settings.ts';
import { decisionKinds, earconKinds } from '../../shared/speech/chunk.ts';
import { extensionActions, extensionKeys, extensionTypes } from '../../shared/protocol/version.ts';

const coreTypes = ['hello', 'speak', 'control', 'set', 'get', 'voices', 'subscribe', 'history'];

const known = {
  type: new Set([...coreTypes, ...Object.keys(extensionTypes)]),
  action: new Set([...controlActions, ...Object.keys(extensionActions)]),
  key: new Set([...Object.keys(settingTable), ...Object.keys(extensionKeys)]),
  kind: new Set<string>([...decisionKinds, ...earconKinds]),
  mode: new Set(['append', 'replace']),
} satisfies Record<string, ReadonlySet<string>>;

/** Whether the protocol has this value for the field. */
export function isKnown(field: keyof typeof known, value: unknown): value is string {
  return typeof value === 'string' && known[field].has(value);
}
