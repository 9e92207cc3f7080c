import { checkValue, refusal } from '../../caller/refusal';
import { listOf, oneOf, required, TEXT } from '../../data/arguments';
import { DATA } from '../../data/plain-data';
import { sortedData } from '../../data/sorted';
import { OtelSignal } from '../otel-exporter-options';

/** A list of kinds of telemetry. */
export const SIGNALS = listOf(oneOf(OtelSignal), 'a list of signals, for example [OtelSignal.TRACES]');

/** A component of a collector. */
export interface OtelPart {
  readonly type: string;
  readonly settings: { readonly [key: string]: any };
  readonly signals: readonly OtelSignal[];
}

/** A component of the right form. */
export function partOf(kind: string, type: string, settings: { readonly [key: string]: any }, signals: readonly OtelSignal[]): OtelPart {
  checkValue(`the type of ${kind === 'extension' ? 'an' : 'a'} ${kind}`, type, required(TEXT));
  if (!/^[a-zA-Z][0-9a-zA-Z_]*(\/\S+)?$/.test(type)) {
    throw refusal`'${type}' is not a valid ${kind} type: set a type such as ${kind === 'receiver' ? 'zipkin' : kind === 'processor' ? 'attributes' : 'bearertokenauth'}`;
  }
  checkValue(`the settings of the ${kind} of type '${type}'`, settings, required(DATA));
  checkValue(`the signals of the ${kind} of type '${type}'`, signals, required(SIGNALS));
  return { type, settings: sortedData(settings), signals: [...signals] };
}
